"""A module."""
import os

def a1(b2, c3):
    return b2 + c3
