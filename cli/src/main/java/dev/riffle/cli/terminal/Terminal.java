package dev.riffle.cli.terminal;

import dev.riffle.filter.FilterSyntaxException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a command reads and writes.
 *
 * @param in standard input
 * @param out standard output
 * @param err standard error
 * @param directory what relative paths are relative to; an empty path for the process's own directory
 * @param audience who looks at standard error
 * @param detail how much to say about an error
 * @param screen what shows standard output
 */
public record Terminal(
        InputStream in,
        StandardOutput out,
        PrintStream err,
        Path directory,
        Audience audience,
        Detail detail,
        Screen screen) {

    /** The word for standard input and output on the command line. */
    public static final String DASH = "-";

    /** Who looks at standard error. */
    public enum Audience {
        /** Somebody before a screen, who likes to see progress. */
        PERSON,
        /** A file or a program. */
        PROGRAM
    }

    /** How much to say about an error. */
    public enum Detail {
        /** One line. */
        MESSAGE,
        /** The line and where in the program it came from. */
        STACK_TRACE
    }

    public static Terminal of(InputStream in, OutputStream out, PrintStream err, Path directory, Audience audience) {
        return new Terminal(in, new StandardOutput(out), err, directory, audience, Detail.MESSAGE, Screen.none());
    }

    /** The same with standard output on a screen. */
    public Terminal withScreen(Screen shown) {
        return new Terminal(in, out, err, directory, audience, detail, shown);
    }

    /** The same with another directory. */
    public Terminal in(Path other) {
        return new Terminal(in, out, err, other, audience, detail, screen);
    }

    /** The same with another standard output. */
    public Terminal withOutput(OutputStream other) {
        return new Terminal(in, new StandardOutput(other), err, directory, audience, detail, screen);
    }

    /** The same with nobody who likes to see progress. */
    public Terminal forProgram() {
        return new Terminal(in, out, err, directory, Audience.PROGRAM, detail, screen);
    }

    public Terminal withStackTraces() {
        return new Terminal(in, out, err, directory, audience, Detail.STACK_TRACE, screen);
    }

    /**
     * The file that somebody means by {@code word}.
     *
     * @throws UsageException if no file can have this name
     */
    public Path path(String word) throws UsageException {
        if (word.isEmpty()) {
            throw new UsageException("a file name must not be empty");
        }
        try {
            return directory.resolve(word);
        } catch (InvalidPathException e) {
            throw new UsageException(word + ": not a possible file name: " + e.getReason());
        }
    }

    /** Writes text to standard output, which may have several lines; control characters are escaped. */
    public void print(String text) throws IOException {
        draw(Escapes.lines(text));
    }

    /** Returns a target for text in pieces, each of which goes to {@link #print}. */
    public Appendable text() {
        return new Appendable() {
            @Override
            public Appendable append(CharSequence text) throws IOException {
                print(text.toString());
                return this;
            }

            @Override
            public Appendable append(CharSequence text, int from, int to) throws IOException {
                return append(text.subSequence(from, to));
            }

            @Override
            public Appendable append(char character) throws IOException {
                return append(String.valueOf(character));
            }
        };
    }

    /** Writes one line to standard output; line breaks and control characters in the text are escaped. */
    public void printLine(String text) throws IOException {
        draw(Escapes.line(text));
        out.write('\n');
    }

    /** Writes text with control sequences of this program to standard output: pictures and their colours. */
    public void draw(String sequences) throws IOException {
        out.write(sequences.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes one line to standard error; line breaks and control characters in the message are escaped. */
    public void tell(String message) {
        err.println(Escapes.line(message));
    }

    /** Writes lines to standard error; control characters in them are escaped. */
    public void tellLines(String lines) {
        err.print(Escapes.lines(lines));
        err.flush();
    }

    /** Writes the stack trace of a failure, with causes and suppressed failures, to standard error. */
    public void tellStack(Throwable failure) {
        StringWriter stack = new StringWriter();
        failure.printStackTrace(new PrintWriter(stack) {
            /** Throwable calls this once for each failure and each line of its trace. A message can hold line breaks. */
            @Override
            public void println(@Nullable Object line) {
                write(Escapes.line(String.valueOf(line)));
                write('\n');
            }
        });
        tellLines(stack.toString());
    }

    /** Says on standard error what went wrong. */
    public void report(Throwable failure) {
        if (failure instanceof FilterSyntaxException) {
            // Three lines, the last of which marks a column of the one before.
            tellLines(failure.getMessage() + "\n");
        } else {
            tell(Failures.message(failure));
        }
        if (detail == Detail.STACK_TRACE) {
            tellStack(failure);
        }
    }
}
