package dev.riffle.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordFile;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.SkippedRegion;
import dev.riffle.UnrecognizedFileException;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.rewrite.RecordRewrite;
import dev.riffle.scan.ParallelScan;
import dev.riffle.scan.internal.SplitRecords;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Defines the contract of every container, through the public readers and writers of core. */
public abstract class ContainerContract {

    /** A file of more than one split of a parallel scan. */
    private static final int LARGE_BYTES = 9 << 20;

    @TempDir
    Path directory;

    /** Returns the format of the container. */
    protected abstract RecordFormat format();

    /** Returns payloads of different sizes. The first ones are empty. */
    private static List<Bytes> payloads(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Bytes.ofUtf8(i < 2 ? "" : "record " + i + " ".repeat(i * i % 50)))
                .toList();
    }

    private Path write(String name, List<Bytes> payloads) throws IOException {
        Path file = directory.resolve(name);
        RecordWriter.write(
                file,
                RecordWriterOptions.defaults().format(format()).overwrite(),
                records -> records.writeAll(payloads.stream()));
        return file;
    }

    private static List<Bytes> read(ByteSource source, RecordReaderOptions options) throws IOException {
        List<Bytes> read = new ArrayList<>();
        try (RecordReader records = RecordReader.open(source, options)) {
            records.forEach(read::add);
        }
        return read;
    }

    private static List<Bytes> read(Path file) throws IOException {
        return read(ByteSource.of(file), RecordReaderOptions.defaults());
    }

    @Test
    void isFoundByNameAndEnding() {
        assertThat(RecordFormat.all()).contains(format());
        assertThat(RecordFormat.named(format().name())).containsSame(format());
        assertThat(format().endings())
                .allMatch(ending -> RecordFormat.ofEnding(ending).equals(java.util.Optional.of(format())));
        assertThat(format().isContainer()).isTrue();
    }

    @Test
    void returnsTheRecordsInOrder() throws IOException {
        for (int count : new int[] {0, 1, 4, 5, 6, 23}) {
            List<Bytes> written = payloads(count);
            Path file = write("x", written);
            long end = 0;
            List<Bytes> read = new ArrayList<>();
            try (RecordReader records = RecordReader.open(file)) {
                assertThat(records.format()).isSameAs(format());
                while (records.next()) {
                    assertThat(records.index()).isEqualTo(read.size());
                    assertThat(records.offset()).isGreaterThanOrEqualTo(end);
                    assertThat(records.endOffset()).isGreaterThan(records.offset());
                    assertThat(records.payload().isReadOnly()).isTrue();
                    assertThat(records.payloadSize())
                            .isEqualTo(written.get(read.size()).size());
                    end = records.endOffset();
                    read.add(Bytes.copyOf(records.payload()));
                }
                assertThat(records.next()).isFalse();
                assertThat(records.sourceBytesRead()).isEqualTo(Files.size(file));
            }
            assertThat(read).isEqualTo(written);
            assertThat(end).isLessThanOrEqualTo(Files.size(file));
        }
    }

    @Test
    void readsAStream() throws IOException {
        Path file = write("x", payloads(23));

        ByteSource stream = ByteSource.of(Files.newInputStream(file), "stream");
        assertThat(read(stream, RecordReaderOptions.defaults())).isEqualTo(payloads(23));
    }

    @Test
    void seeksToEveryRecordAndEnd() throws IOException {
        Path file = write("x", payloads(23));
        try (RecordReader all = RecordReader.open(file);
                RecordReader seeking = RecordReader.open(file)) {
            while (all.next()) {
                seeking.seek(all.offset(), all.index());
                assertThat(seeking.next()).isTrue();
                assertThat(seeking.payloadBytes()).isEqualTo(all.payloadBytes());
                assertThat(seeking.offset()).isEqualTo(all.offset());
                assertThat(seeking.endOffset()).isEqualTo(all.endOffset());
                assertThat(seeking.index()).isEqualTo(all.index());

                seeking.seek(all.endOffset(), all.index() + 1);
                assertThat(seeking.next()).isEqualTo(all.index() + 1 < 23);
            }
            seeking.seek(0, 0);
            assertThat(seeking.next()).isTrue();
        }
    }

    @Test
    void everyRecordBelongsToOneRange() throws IOException {
        Path file = write("x", payloads(57));
        long size = Files.size(file);
        for (long length : new long[] {1, 7, 50, 100, size / 2, size}) {
            List<Bytes> read = new ArrayList<>();
            for (long start = 0; start < size; start += length) {
                try (SplitRecords records = SplitRecords.open(
                        ByteSource.of(file),
                        start,
                        length,
                        RecordReaderOptions.defaults().format(format()))) {
                    while (records.next()) {
                        read.add(Bytes.ofOwned(records.reader().payloadBytes()));
                    }
                }
            }
            assertThat(read).isEqualTo(payloads(57));
        }
    }

    @Test
    void scansInParallel() throws IOException {
        int records = LARGE_BYTES / 10_000;
        Path file = write(
                "x",
                IntStream.range(0, records)
                        .mapToObj(i -> Bytes.copyOf(
                                ByteBuffer.allocate(10_000).putInt(0, i).array()))
                        .toList());

        List<Integer> read = new ArrayList<>();
        List<Long> firsts = new ArrayList<>();
        ParallelScan.of(ByteSource.of(file))
                .threads(3)
                .<List<Integer>>runNumbered(
                        split -> {
                            List<Integer> part = new ArrayList<>();
                            while (split.next()) {
                                part.add(ByteBuffer.wrap(split.payloadBytes()).getInt());
                            }
                            return part;
                        },
                        (part, first) -> {
                            firsts.add(first);
                            assertThat(first).isEqualTo(read.size());
                            read.addAll(part);
                        });
        assertThat(read).isEqualTo(IntStream.range(0, records).boxed().toList());
        assertThat(firsts).hasSizeGreaterThan(1);
        assertThat(ParallelScan.of(ByteSource.of(file)).threads(2).count()).isEqualTo(records);
    }

    @Test
    void readsInAnyOrder() throws IOException {
        List<Bytes> written = payloads(23);
        Path file = write("x", written);
        try (RecordFile records = RecordFile.open(ByteSource.of(file), format())) {
            assertThat(records.count()).hasValue(23);
            for (int i = 22; i >= 0; i--) {
                assertThat(records.get(records.offset(i), i)).isEqualTo(written.get(i));
            }
            assertThatThrownBy(() -> records.offset(23)).isInstanceOf(IndexOutOfBoundsException.class);
        }
        try (RecordIndex index = RecordIndex.open(List.of(file, file))) {
            assertThat(index.size()).isEqualTo(46);
            assertThat(index.get(40)).isEqualTo(written.get(17));
            assertThat(index.getAll(3, 30, 5)).containsExactly(written.get(3), written.get(7), written.get(5));
            assertThat(index.format(0)).isSameAs(format());
        }
        assertThat(RecordIndex.count(List.of(file))).isEqualTo(23);
    }

    @Test
    void isASourceOfPipelines() throws IOException {
        List<Bytes> written = payloads(23);
        Path file = write("x", written);

        assertThat(RecordDataset.files(file).toList()).isEqualTo(written);
        try (RecordIndex index = RecordIndex.open(List.of(file, file))) {
            assertThat(Dataset.globalShuffle(index, 7).toList())
                    .isNotEqualTo(
                            Stream.concat(written.stream(), written.stream()).toList())
                    .containsExactlyInAnyOrderElementsOf(
                            Stream.concat(written.stream(), written.stream()).toList());
        }
    }

    @Test
    void copiesFromAndToFramesInPieces() throws IOException {
        List<Bytes> written = payloads(23);
        Path file = write("x", written);
        Path frames = directory.resolve("x.tfrecord");
        Path back = directory.resolve("back");
        copyInPieces(file, frames, RecordFormat.TFRECORD);
        copyInPieces(frames, back, format());

        assertThat(read(frames)).isEqualTo(written);
        assertThat(Files.readAllBytes(back)).isEqualTo(Files.readAllBytes(file));
        RecordRewrite.of(RecordInput.of(List.of(ByteSource.of(frames), ByteSource.of(frames))))
                .copyTo(RecordOutput.file(
                        back, RecordWriterOptions.defaults().format(format()).overwrite()));
        assertThat(read(back))
                .isEqualTo(Stream.concat(written.stream(), written.stream()).toList());
    }

    @Test
    void writesAContainerAgainToExtendIt() throws IOException {
        List<Bytes> written = payloads(23);
        Path file = write("x", written);
        Path added = write("y", payloads(4));
        RecordRewrite.of(RecordInput.of(List.of(ByteSource.of(added)))).appendTo(file);

        assertThat(read(file))
                .isEqualTo(Stream.concat(written.stream(), payloads(4).stream()).toList());
        assertThat(read(added)).isEqualTo(payloads(4));
    }

    private static void copyInPieces(Path from, Path to, RecordFormat format) throws IOException {
        RecordWriter.write(to, RecordWriterOptions.defaults().format(format), writer -> {
            try (RecordReader reader = RecordReader.open(from)) {
                long copied = 1;
                for (int most = 1; copied > 0; most++) {
                    copied = reader.copyTo(writer, 3, most * 40L);
                    assertThat(copied).isLessThanOrEqualTo(3);
                    if (copied > 0) {
                        assertThat(reader.index()).isEqualTo(writer.count() - 1);
                    }
                }
            }
        });
    }

    @Test
    void findsEveryFlippedBit() throws IOException {
        List<Bytes> written = payloads(12);
        byte[] intact = Files.readAllBytes(write("x", written));
        for (int at = 0; at < intact.length; at++) {
            byte[] damaged = intact.clone();
            damaged[at] ^= (byte) (1 << at % 8);
            ByteSource source = ByteSource.of(Bytes.ofOwned(damaged), "x");
            RecordReaderOptions options = RecordReaderOptions.defaults().format(format());
            List<Bytes> read = new ArrayList<>();
            try (RecordReader records = RecordReader.open(source, options)) {
                records.forEach(read::add);
                assertThat(read).isEqualTo(written);
            } catch (java.io.UncheckedIOException e) {
                assertThat(e).hasCauseInstanceOf(CorruptRecordException.class);
                assertThat(written.subList(0, read.size())).isEqualTo(read);
            }
            if (format().skipsDamage()) {
                checkSkipping(source, options, written);
            }
        }
    }

    /** Checks that a reader returns intact records only, and that record numbers and regions account for all others. */
    private static void checkSkipping(ByteSource source, RecordReaderOptions options, List<Bytes> written)
            throws IOException {
        List<SkippedRegion> regions = new ArrayList<>();
        try (RecordReader records = RecordReader.open(source, options.damage(DamagePolicy.skip(regions::add)))) {
            int count = 0;
            while (records.next()) {
                count++;
                assertThat(written).contains(Bytes.ofOwned(records.payloadBytes()));
                assertThat(records.index()).isGreaterThanOrEqualTo(count - 1);
            }
            assertThat(count == written.size() || !regions.isEmpty()).isTrue();
        }
        assertThat(regions).allMatch(region -> region.length() > 0);
    }

    @Test
    void returnsNoWrongRecordOfACutFile() throws IOException {
        List<Bytes> written = payloads(12);
        byte[] intact = Files.readAllBytes(write("x", written));
        for (int size = 1; size < intact.length; size++) {
            ByteSource source = ByteSource.of(Bytes.copyOf(intact).slice(0, size), "x");
            RecordReaderOptions stopping = RecordReaderOptions.defaults().format(format());
            List<Bytes> read = new ArrayList<>();
            try (RecordReader records = RecordReader.open(source, stopping.damage(DamagePolicy.STOP_AT_TORN_TAIL))) {
                while (records.next()) {
                    read.add(Bytes.ofOwned(records.payloadBytes()));
                }
                assertThat(records.tornTail().isPresent() || read.size() == written.size())
                        .isTrue();
            } catch (CorruptRecordException e) {
                assertThat(e.source()).isEqualTo("x");
            }
            assertThat(written.subList(0, read.size())).isEqualTo(read);
        }
    }

    @Test
    void limitsTheSizeOfRecords() throws IOException {
        Path file = write("x", List.of(Bytes.ofUtf8("a".repeat(1000))));
        RecordReaderOptions options = RecordReaderOptions.defaults().maxRecordSize(999);
        try (RecordReader records = RecordReader.open(file, options)) {
            assertThatThrownBy(records::next)
                    .isInstanceOfSatisfying(
                            CorruptRecordException.class,
                            e -> assertThat(e.reason()).isEqualTo(CorruptRecordException.Reason.OVER_LIMIT));
        }
    }

    @Test
    void hasNoCompressionAroundIt() throws IOException {
        Path file = write("x", payloads(3));
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(Files.readAllBytes(file));
        }
        ByteSource compressed = ByteSource.of(Bytes.ofOwned(packed.toByteArray()), "x.gz");

        assertThatThrownBy(() -> RecordReader.open(compressed))
                .isInstanceOf(UnrecognizedFileException.class)
                .hasMessageContaining("gzip data that contains")
                .hasMessageContaining(format().title());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RecordWriter.create(
                        ByteSink.of(directory.resolve("y")),
                        RecordWriterOptions.defaults().format(format()).compression(Compression.GZIP)))
                .withMessageEndingWith("y: " + format().title() + " files are uncompressed, not GZIP");
        assertThat(directory.resolve("y")).doesNotExist();
    }

    @Test
    void isNeitherFollowedNorExtended() throws IOException {
        Path file = write("x", payloads(3));
        assertThatThrownBy(() ->
                        RecordReader.open(file, RecordReaderOptions.defaults().follow()))
                .hasMessageContaining(format().title())
                .hasMessageContaining("cannot be followed; read it when it is complete");
        assertThatThrownBy(() -> RecordReader.open(
                        file, RecordReaderOptions.defaults().format(format()).follow()))
                .hasMessageContaining("cannot be followed; read it when it is complete");
        assertThatThrownBy(() ->
                        RecordWriter.append(file, RecordWriterOptions.defaults().format(format())))
                .hasMessageContaining("write a new file");
    }

    @Test
    void discardsAFileWithoutCommit() throws IOException {
        Path file = directory.resolve("x");
        RecordWriter writer =
                RecordWriter.create(file, RecordWriterOptions.defaults().format(format()));
        writer.write(ByteBuffer.allocate(3));
        assertThatThrownBy(writer::close).isInstanceOf(IllegalStateException.class);
        assertThat(directory).isEmptyDirectory();
    }
}
