"""Cloud City: tiles, buildings of three heights, and walkways between them."""
