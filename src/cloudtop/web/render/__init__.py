"""What guests are shown: screens, the difference between two of them, and answers to what is only considered."""
