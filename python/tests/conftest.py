"""What all tests need."""

import signal

# A shell lets what it starts in the background ignore SIGINT, which some tests send.
signal.signal(signal.SIGINT, signal.default_int_handler)
