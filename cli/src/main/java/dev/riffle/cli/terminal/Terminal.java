package dev.riffle.cli.terminal;

import dev.riffle.filter.FilterSyntaxException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Holds the streams, directory and screen of a command.
 *
 * @param in standard input
 * @param out standard output
 * @param err standard error
 * @param directory the directory for relative paths; an empty path for the directory of the process
 * @param audience the reader of standard error
 * @param detail the amount of detail in errors
 * @param screen the screen of standard output
 * @param volume the amount of text that is neither data nor an error
 */
public record Terminal(
        InputStream in,
        StandardOutput out,
        PrintStream err,
        Path directory,
        Audience audience,
        Detail detail,
        Screen screen,
        Volume volume) {

    /** The word for standard input and output on the command line. */
    public static final String DASH = "-";

    /** Lists the possible readers of standard error. */
    public enum Audience {
        /** A person at a screen, who wants to see progress. */
        PERSON,
        /** A file or a program. */
        PROGRAM
    }

    /** The amount of detail in errors. */
    public enum Detail {
        /** One line. */
        MESSAGE,
        /** The line and the stack trace. */
        STACK_TRACE
    }

    /** The amount of text that is neither data nor an error. */
    public enum Volume {
        /** Notes, progress and a summary of the written files. */
        USUAL,
        /** Only data and errors. */
        QUIET
    }

    public static Terminal of(InputStream in, OutputStream out, PrintStream err, Path directory, Audience audience) {
        return new Terminal(
                in, new StandardOutput(out), err, directory, audience, Detail.MESSAGE, Screen.none(), Volume.USUAL);
    }

    /** Returns this terminal with standard output on a screen. */
    public Terminal withScreen(Screen shown) {
        return new Terminal(in, out, err, directory, audience, detail, shown, volume);
    }

    /** Returns this terminal with another directory. */
    public Terminal in(Path other) {
        return new Terminal(in, out, err, other, audience, detail, screen, volume);
    }

    /** Returns this terminal with another standard output. */
    public Terminal withOutput(OutputStream other) {
        return new Terminal(in, new StandardOutput(other), err, directory, audience, detail, screen, volume);
    }

    /** Returns this terminal without a person who wants to see progress. */
    public Terminal forProgram() {
        return new Terminal(in, out, err, directory, Audience.PROGRAM, detail, screen, volume);
    }

    /** Returns this terminal without notes, progress and summaries of written files. */
    public Terminal quiet() {
        return new Terminal(in, out, err, directory, Audience.PROGRAM, detail, screen, Volume.QUIET);
    }

    public boolean isQuiet() {
        return volume == Volume.QUIET;
    }

    public Terminal withStackTraces() {
        return new Terminal(in, out, err, directory, audience, Detail.STACK_TRACE, screen, volume);
    }

    /**
     * Returns the file that {@code word} names.
     *
     * @throws UsageException if no file can have this name
     */
    public Path path(String word) throws UsageException {
        if (word.isEmpty()) {
            throw new UsageException("a file name must not be empty");
        }
        try {
            Path path = directory.resolve(word);
            if (Failures.hasUnknownBytes(word) && !Files.exists(path)) {
                throw new UsageException(word + Failures.NOT_UTF8);
            }
            return path;
        } catch (InvalidPathException e) {
            throw new UsageException(word + ": not a valid file name: " + e.getReason());
        }
    }

    /** Writes text, of one line or several, to standard output. Escapes control characters. */
    public void print(String text) throws IOException {
        draw(Escapes.lines(text));
    }

    /** Writes text with colours to standard output. */
    public void print(PaintedText text) throws IOException {
        draw(text.toString());
    }

    /** Writes one coloured line to standard output. Escapes line breaks and control characters in the text. */
    public void printLine(Paint paint, String text) throws IOException {
        print(new PaintedText(screen).painted(paint, text).plain("\n"));
    }

    /** Returns a target for text in pieces. The target passes each piece to {@link #print}. */
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

    /** Writes one line to standard output. Escapes line breaks and control characters in the text. */
    public void printLine(String text) throws IOException {
        draw(Escapes.line(text));
        out.write('\n');
    }

    /** Writes a line of a summary of written files to standard output, unless this terminal is quiet. */
    public void printSummary(String text) throws IOException {
        if (!isQuiet()) {
            printLine(text);
        }
    }

    /** Writes text with control sequences of this program to standard output: images and their colours. */
    public void draw(String sequences) throws IOException {
        out.write(sequences.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes one line to standard error. Escapes line breaks and control characters in the message. */
    public void report(String message) {
        err.println(Escapes.line(message));
    }

    /** Writes a note to standard error, unless this terminal is quiet. */
    public void note(String text) {
        if (!isQuiet()) {
            report("note: " + text);
        }
    }

    /** Writes lines to standard error. Escapes control characters in them. */
    public void reportLines(String lines) {
        err.print(Escapes.lines(lines));
        err.flush();
    }

    /** Writes the stack trace of a failure, with causes and suppressed failures, to standard error. */
    public void reportStack(Throwable failure) {
        StringWriter stack = new StringWriter();
        failure.printStackTrace(new PrintWriter(stack) {
            /**
             * Throwable calls this method for each failure and each line of its trace. A message can hold line breaks.
             */
            @Override
            public void println(@Nullable Object line) {
                write(Escapes.line(String.valueOf(line)));
                write('\n');
            }
        });
        reportLines(stack.toString());
    }

    /** Reports a failure on standard error. */
    public void report(Throwable failure) {
        if (failure instanceof FilterSyntaxException) {
            // Prints all lines, because the third line marks a column of the second line.
            reportLines(failure.getMessage() + "\n");
        } else {
            report(Failures.message(failure));
        }
        if (detail == Detail.STACK_TRACE) {
            reportStack(failure);
        }
    }
}
