package dev.riffle.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.CorruptRecordException;
import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.UnrecognizedFileException;
import dev.riffle.cli.CommandRun;
import dev.riffle.io.Compression;
import dev.riffle.io.CompressionException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests damaged indexes and indexes of changed files. No command may return a wrong record. */
class StaleIndexTest {

    private static final int RECORDS = 3000;

    @TempDir
    Path directory;

    /** The changes that a test makes to a file after it has written the index. */
    enum Change {
        APPENDED {
            @Override
            void make(Path file) throws IOException {
                write(file, "", RECORDS + 5);
            }
        },
        SHORTENED {
            @Override
            void make(Path file) throws IOException {
                write(file, "", RECORDS - 5);
            }
        },
        TORN {
            @Override
            void make(Path file) throws IOException {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.truncate(channel.size() - 7);
                }
            }
        },
        EMPTIED {
            @Override
            void make(Path file) throws IOException {
                Files.write(file, new byte[0]);
            }
        },
        REPLACED {
            @Override
            void make(Path file) throws IOException {
                write(file, "b", RECORDS);
            }
        },
        REPLACED_WITH_ITS_TIME {
            @Override
            void make(Path file) throws IOException {
                FileTime time = Files.getLastModifiedTime(file);
                write(file, "b", RECORDS);
                Files.setLastModifiedTime(file, time);
            }
        },
        COMPRESSED_OTHERWISE {
            @Override
            void make(Path file) throws IOException {
                FileTime time = Files.getLastModifiedTime(file);
                Compression other = compressionOf(file).equals(Compression.NONE) ? Compression.GZIP : Compression.NONE;
                write(file, "", RECORDS, other);
                Files.setLastModifiedTime(file, time);
            }
        },
        TOUCHED {
            @Override
            void make(Path file) throws IOException {
                Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
            }
        };

        abstract void make(Path file) throws IOException;
    }

    private static Compression compressionOf(Path file) throws IOException {
        try (RecordReader reader = RecordReader.open(file)) {
            return reader.compression();
        }
    }

    private static void write(Path file, String mark, int count) throws IOException {
        write(file, mark, count, Files.exists(file) ? compressionOf(file) : Compression.NONE);
    }

    /**
     * Writes records of different sizes, each with the mark. With a mark, the record numbers in the payloads descend.
     */
    private static void write(Path file, String mark, int count, Compression compression) throws IOException {
        RecordWriterOptions options =
                RecordWriterOptions.defaults().overwrite().withoutSync().compression(compression);
        RecordWriter.write(file, options, writer -> {
            for (int i = 0; i < count; i++) {
                int which = mark.isEmpty() ? i : RECORDS - 1 - i;
                writer.write(("record " + which + mark + " ").repeat(1 + which % 7));
            }
        });
    }

    private Path indexed(String name, String compression) throws IOException {
        Path file = directory.resolve(name);
        write(file, "", RECORDS, Compression.of(compression));
        assertThat(run("index", name).code()).isZero();
        return file;
    }

    private CommandRun run(String... words) {
        return CommandRun.of(directory, words);
    }

    /** Compares the output of commands with the content of a file. Returns whether all records are readable. */
    private boolean checkNeverWrong(String name) throws IOException {
        List<byte[]> records = new ArrayList<>();
        boolean whole = true;
        try (RecordReader reader = RecordReader.open(directory.resolve(name))) {
            while (reader.next()) {
                records.add(reader.payloadBytes());
            }
        } catch (CorruptRecordException | CompressionException | UnrecognizedFileException damaged) {
            whole = false;
        }
        for (int record : new int[] {0, 1, 777, RECORDS / 2, RECORDS - 6, RECORDS - 1, RECORDS, RECORDS + 4}) {
            CommandRun get = run("get", name, Integer.toString(record), "--raw");
            String where = name + " record " + record + ": " + get.err();
            assertThat(get.err()).doesNotContain("\tat ").doesNotContain("unexpected");
            if (get.code() == 0) {
                // After damage, an index can reach records that a scan cannot. The command verifies the checksums of
                // these records.
                if (record < records.size()) {
                    assertThat(get.out()).as(where).isEqualTo(records.get(record));
                } else {
                    assertThat(whole).as(where).isFalse();
                    assertThat(get.text()).startsWith("record " + record + " ");
                }
            } else {
                assertThat(get.out()).as(where).isEmpty();
                assertThat(get.err()).as(where).contains(name);
                assertThat(get.code())
                        .as(where)
                        .isIn(whole ? List.of(2) : record < RECORDS ? List.of(1) : List.of(1, 2));
                assertThat(whole && record < records.size()).as(where).isFalse();
            }
        }
        CommandRun count = run("count", name);
        assertThat(count.code()).as(count.err()).isEqualTo(whole ? 0 : 1);
        if (whole) {
            assertThat(count.text()).contains(Integer.toString(records.size()));
        }
        return whole;
    }

    @ParameterizedTest
    @EnumSource
    void ignoresTheIndexOfAChangedFile(Change change) throws IOException {
        for (String compression : List.of("none", "gzip")) {
            String name = compression + ".tfrecord";
            Path file = indexed(name, compression);
            change.make(file);
            byte[] side = Files.readAllBytes(directory.resolve("." + name + ".index"));
            CommandRun check = run("index", "--check", name);
            assertThat(check.code()).as(check.text() + check.err()).isEqualTo(1);
            assertThat(check.text()).contains("stale");
            boolean whole = checkNeverWrong(name);
            assertThat(run("get", name, "0").err()).contains("." + name + ".index: stale, not used");
            assertThat(directory.resolve("." + name + ".index")).hasBinaryContent(side);
            CommandRun again = run("index", name);
            assertThat(again.code()).as(again.err()).isEqualTo(whole ? 0 : 1);
            if (whole) {
                assertThat(run("index", "--check", name).code()).isZero();
                checkNeverWrong(name);
                assertThat(run("count", name).err()).isEmpty();
            }
        }
    }

    /**
     * Replaces a record by one of the same size and restores the modification time. This change is the hardest to
     * detect.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, RECORDS / 2, 2001, RECORDS - 1})
    void noticesAnEditThatKeepsSizeAndTime(int edited) throws IOException {
        Path file = indexed("a", "none");
        FileTime time = Files.getLastModifiedTime(file);
        List<String> texts = new ArrayList<>();
        try (RecordReader reader = RecordReader.open(file)) {
            while (reader.next()) {
                texts.add(new String(reader.payloadBytes(), StandardCharsets.UTF_8));
            }
        }
        texts.set(edited, texts.get(edited).replace('r', 'R'));
        RecordWriter.write(file, RecordWriterOptions.defaults().overwrite().withoutSync(), writer -> {
            for (String text : texts) {
                writer.write(text);
            }
        });
        Files.setLastModifiedTime(file, time);
        assertThat(checkNeverWrong("a")).isTrue();
        CommandRun get = run("get", "a", Integer.toString(edited), "--raw");
        assertThat(get.text()).isEqualTo(texts.get(edited));
    }

    @ParameterizedTest
    @CsvSource({"none, 0.0", "none, 0.3", "none, 0.5", "none, 0.999", "gzip, 0.0", "gzip, 0.5", "gzip, 0.999"})
    void noticesAFlippedByteThatKeepsSizeAndTime(String compression, double where) throws IOException {
        Path file = indexed("a", compression);
        FileTime time = Files.getLastModifiedTime(file);
        long at = (long) (Files.size(file) * where) + 14;
        at = Math.min(at, Files.size(file) - 5);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, at);
            channel.write(ByteBuffer.wrap(new byte[] {(byte) (one.get(0) ^ 0x10)}), at);
        }
        Files.setLastModifiedTime(file, time);
        assertThat(checkNeverWrong("a")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip"})
    void ignoresADamagedIndex(String compression) throws IOException {
        long seed = Rounds.seed("stale index");
        Random random = new Random(seed);
        indexed("a", compression);
        Path side = directory.resolve(".a.index");
        byte[] good = Files.readAllBytes(side);
        List<byte[]> bad = new ArrayList<>(List.of(new byte[0], new byte[5000], Arrays.copyOf(good, good.length + 1)));
        int rounds = Rounds.isFull() ? 20 : 3;
        for (int i = 0; i < rounds; i++) {
            bad.add(Arrays.copyOf(good, random.nextInt(good.length)));
            byte[] flipped = good.clone();
            flipped[random.nextInt(good.length)] ^= (byte) (1 << random.nextInt(8));
            bad.add(flipped);
        }
        for (byte[] content : bad) {
            Files.write(side, content);
            assertThat(run("index", "--check", "a").code()).as("seed %d", seed).isEqualTo(1);
            assertThat(checkNeverWrong("a")).as("seed %d", seed).isTrue();
            // A damaged block is found only when it is used. The command then builds the index again.
            assertThat(Arrays.equals(Files.readAllBytes(side), content)
                            || Arrays.equals(Files.readAllBytes(side), good))
                    .isTrue();
        }
        assertThat(run("index", "a").code()).isZero();
        assertThat(side).hasBinaryContent(good);
        Files.delete(side);
        Files.createDirectory(side);
        assertThat(run("index", "--check", "a").code()).isEqualTo(1);
        assertThat(checkNeverWrong("a")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip"})
    void ignoresTheIndexOfAnotherFile(String compression) throws IOException {
        indexed("a", compression);
        Path other = indexed("b", "none");
        write(other, "b", RECORDS);
        assertThat(run("index", "b").code()).isZero();
        Files.move(directory.resolve(".b.index"), directory.resolve(".a.index"), StandardCopyOption.REPLACE_EXISTING);
        assertThat(run("index", "--check", "a").code()).isEqualTo(1);
        assertThat(checkNeverWrong("a")).isTrue();
    }
}
