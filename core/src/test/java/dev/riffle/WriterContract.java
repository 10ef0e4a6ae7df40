package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.io.Bytes;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that apply to every writer of records with a commit. */
public abstract class WriterContract {

    @TempDir
    protected Path directory;

    /** Adapts a writer to this suite. */
    public interface Writer extends Closeable {

        void write(Bytes payload) throws IOException;

        void commit() throws IOException;

        void discard() throws IOException;
    }

    /** Opens the writer. */
    protected abstract Writer open() throws IOException;

    /** Returns the name of the output in messages. */
    protected abstract String name();

    /** Returns the files before the first call of {@link #open()}. */
    protected List<Path> before() {
        return List.of();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    private static void write(Writer writer, int records) throws IOException {
        for (int i = 0; i < records; i++) {
            writer.write(Bytes.ofUtf8("record " + i));
        }
    }

    @Test
    void closeWithoutACommitThrowsWithTheNumberOfDiscardedRecords() throws IOException {
        for (int records : List.of(0, 1, 1000)) {
            Writer writer = open();
            write(writer, records);
            assertThatIllegalStateException()
                    .isThrownBy(writer::close)
                    .withMessage(name() + ": closed without commit(); its " + records
                            + (records == 1 ? " record was" : " records were") + " discarded");
            assertThat(files()).isEqualTo(before());
        }
    }

    @Test
    void closesTwiceWithOneException() throws IOException {
        Writer writer = open();
        assertThatIllegalStateException().isThrownBy(writer::close);
        writer.close();
        assertThat(files()).isEqualTo(before());
    }

    @Test
    void discardsOnPurpose() throws IOException {
        try (Writer writer = open()) {
            write(writer, 3);
            writer.discard();
            writer.discard();
            assertThat(files()).isEqualTo(before());
            assertThatIllegalStateException()
                    .isThrownBy(() -> writer.write(Bytes.ofUtf8("late")))
                    .withMessageEndingWith(" is closed");
        }
        assertThat(files()).isEqualTo(before());
    }

    @Test
    void discardsNothingAfterACommit() throws IOException {
        try (Writer writer = open()) {
            write(writer, 3);
            writer.commit();
            List<Path> committed = files();
            assertThatIllegalStateException()
                    .isThrownBy(writer::discard)
                    .withMessage(name() + ": the writer is committed, so its output stays");
            assertThat(files()).isEqualTo(committed);
        }
    }

    @Test
    void closesSilentlyAfterACommit() throws IOException {
        List<String> states = new ArrayList<>();
        try (Writer writer = open()) {
            write(writer, 3);
            writer.commit();
            states.add("committed");
        }
        assertThat(states).containsExactly("committed");
    }

    @Test
    void attachesTheMissingCommitToAFailureOfTheBody() throws IOException {
        IOException failure = new IOException("the input is damaged");
        assertThatThrownBy(() -> {
                    try (Writer writer = open()) {
                        write(writer, 2);
                        throw failure;
                    }
                })
                .isSameAs(failure);
        assertThat(failure.getSuppressed())
                .singleElement()
                .isInstanceOf(IllegalStateException.class)
                .extracting(Throwable::getMessage)
                .isEqualTo(name() + ": closed without commit(); its 2 records were discarded");
        assertThat(files()).isEqualTo(before());
    }

    @Test
    void acceptsNothingAfterACommitOrClose() throws IOException {
        Writer writer = open();
        write(writer, 1);
        writer.commit();
        for (String state : List.of("committed", "closed")) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> writer.write(Bytes.ofUtf8("late")))
                    .withMessageStartingWith(name())
                    .withMessageEndingWith(" is " + state);
            assertThatIllegalStateException()
                    .isThrownBy(writer::commit)
                    .withMessageStartingWith(name())
                    .withMessageEndingWith(" is " + state);
            writer.close();
        }
    }
}
