package dev.riffle.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.Rounds;
import dev.riffle.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.vector.compression.CompressionUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Changes one byte of Arrow data. The import then gives all rows, or an error that describes the data and not the
 * code. Values can change, because Arrow has no checksums.
 */
class ArrowMutantsTest {

    private static final int MUTANTS = 5000;

    /** The name of a class of Java, or the way in which Java prints an object. */
    private static final String CODE =
            "(?s).*(Exception|Error\\b|\\b(java|javax|org|com|dev)\\.[a-z]|Arrow[A-Z]|ByteBuffer|@[0-9a-f]).*";

    @TempDir
    Path directory;

    @Test
    void aChangedByteOfAStreamLosesNoRow() throws Exception {
        assertNoRowIsLost("aChangedByteOfAStreamLosesNoRow", "x.arrows", ArrowTable.stream());
    }

    @Test
    void aChangedByteOfAFileLosesNoRow() throws Exception {
        assertNoRowIsLost("aChangedByteOfAFileLosesNoRow", "x.arrow", ArrowTable.file());
    }

    @Test
    void aChangedByteOfACompressedStreamLosesNoRow() throws Exception {
        byte[] whole = ArrowTable.stream(CompressionUtil.CodecType.ZSTD);
        assertNoRowIsLost("aChangedByteOfACompressedStreamLosesNoRow", "x.arrows", whole);
    }

    private void assertNoRowIsLost(String test, String name, byte[] whole) throws Exception {
        assertThat(importRows(name, whole)).isEqualTo(ArrowTable.ROWS);
        AtomicInteger refused = new AtomicInteger();
        Rounds.run(test, MUTANTS, (random, round) -> {
            byte[] changed = whole.clone();
            int at = random.nextInt(changed.length);
            changed[at] ^= (byte) (1 + random.nextInt(255));
            long rows = importRows(name, changed);
            if (rows < 0) {
                refused.incrementAndGet();
            } else {
                assertThat(rows).as(round).isEqualTo(ArrowTable.ROWS);
            }
        });
        assertThat(refused).hasPositiveValue();
    }

    /** Returns the number of imported rows, or -1 after an error. */
    private long importRows(String name, byte[] bytes) throws IOException {
        Files.write(directory.resolve(name), bytes);
        Path out = directory.resolve("out");
        Files.deleteIfExists(out);
        CommandRun run = CommandRun.of(directory, "import", name, "-o", "out");
        if (run.code() != 0) {
            assertThat(run.code()).as(run.err()).isEqualTo(1);
            assertThat(run.err()).startsWith(name + ": ").hasLineCount(1).doesNotMatch(CODE);
            assertThat(out).doesNotExist();
            return -1;
        }
        assertThat(run.err()).isEmpty();
        try (RecordReader reader = RecordReader.open(out)) {
            return reader.stream().count();
        }
    }
}
