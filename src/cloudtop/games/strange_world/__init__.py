"""Strange World Above the Clouds: a drafted world of sixteen cards, with Tzimimes waiting for mistakes."""
