package dev.riffle.internal;

/** Marks an output that keeps its bytes if it is closed without a commit. */
public interface StreamOutput {}
