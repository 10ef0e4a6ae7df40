package dev.riffle.cli.terminal;

import java.io.InputStream;

/** Stands for a standard input that the caller has closed. Every read fails as a wrong use of the command. */
public final class ClosedInput extends InputStream {

    @Override
    public int read() throws UsageException {
        throw new UsageException("standard input: closed; redirect a file or a pipe to it, or name a file");
    }

    @Override
    public int read(byte[] target, int offset, int size) throws UsageException {
        return read();
    }
}
