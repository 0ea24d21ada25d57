"""A stranger's game with hidden hands, in files as a room has them: draw a card, play a card, the highest sum wins."""
