"""Tables that are being played: found and opened, their guests, and the bots that think for them."""
