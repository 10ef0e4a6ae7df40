package dev.riffle.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordWriterOptions;
import dev.riffle.index.IndexFile;
import dev.riffle.index.IndexOptions;
import dev.riffle.index.IndexState;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.Bytes;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.internal.NameLock;
import dev.riffle.shard.internal.StagingSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Creates links with the names of index files, manifests, caches and lock files. No writer may change a link's target.
 */
class PlantedLinksTest {

    private static final RecordWriterOptions OPTIONS =
            RecordWriterOptions.defaults().overwrite().withoutSync();

    private static final String SECRET = "the victim's content";

    @TempDir
    Path directory;

    private Path victim = Path.of("");

    @BeforeEach
    void writeVictim() throws IOException {
        victim = Files.writeString(
                Files.createDirectory(directory.resolve("elsewhere")).resolve("victim"), SECRET);
        Files.setPosixFilePermissions(victim, PosixFilePermissions.fromString("rw-r-----"));
    }

    private Path plant(String name) throws IOException {
        return Files.createSymbolicLink(directory.resolve(name), victim);
    }

    private void assertVictimUnchanged() throws IOException {
        assertThat(victim).hasContent(SECRET);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(victim)))
                .isEqualTo("rw-r-----");
        try (Stream<Path> files = Files.list(victim.getParent())) {
            assertThat(files).containsExactly(victim);
        }
    }

    private Path data(String name) throws IOException {
        Path file = directory.resolve(name);
        RewriteFiles.write(file, OPTIONS, List.of(Bytes.ofUtf8("one"), Bytes.ofUtf8("two")));
        return file;
    }

    private void assertWritten(Path file) {
        assertThat(Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                .as(file.toString())
                .isTrue();
    }

    @Test
    void replacesLinksInPlacesOfIndexFiles() throws IOException {
        for (String permissions : List.of("rw-r--r--", "rw-------")) {
            Path data = data("data");
            Files.setPosixFilePermissions(data, PosixFilePermissions.fromString(permissions));
            Files.deleteIfExists(directory.resolve(".data.index"));
            plant(".data.index");
            IndexFile.of(data).build(IndexOptions.defaults());
            assertVictimUnchanged();
            assertWritten(IndexFile.of(data).path());
            assertThat(IndexFile.of(data).check().kind()).isEqualTo(IndexState.Kind.FRESH);
            assertThat(PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(IndexFile.of(data).path())))
                    .isEqualTo(permissions);
        }
    }

    @Test
    void replacesLinksWhenOpeningAnIndex() throws IOException {
        Path data = data("data");
        plant(".data.index");
        try (RecordIndex index =
                RecordIndex.open(List.of(data), IndexOptions.defaults().writeIndexFiles())) {
            assertThat(index.size()).isEqualTo(2);
        }
        assertVictimUnchanged();
        assertWritten(IndexFile.of(data).path());
    }

    @Test
    void replacesLinksToDirectoriesAndMissingFiles() throws IOException {
        Path data = data("data");
        for (Path target : List.of(victim.getParent(), directory.resolve("nothing"))) {
            Files.deleteIfExists(directory.resolve(".data.index"));
            Files.createSymbolicLink(directory.resolve(".data.index"), target);
            IndexFile.of(data).build(IndexOptions.defaults());
            assertVictimUnchanged();
            assertWritten(IndexFile.of(data).path());
            assertThat(directory.resolve("nothing")).doesNotExist();
        }
    }

    @Test
    void replacesHardLinks() throws IOException {
        Path data = data("data");
        Files.createLink(directory.resolve(".data.index"), victim);
        IndexFile.of(data).build(IndexOptions.defaults());
        assertVictimUnchanged();
        assertThat(IndexFile.of(data).check().kind()).isEqualTo(IndexState.Kind.FRESH);
    }

    @Test
    void replacesLinksInPlacesOfManifests() throws IOException {
        for (Path target : List.of(victim, victim.getParent(), directory.resolve("nothing"))) {
            for (RecordOutput way : List.of(
                    RecordOutput.shards(ShardNames.of(directory.resolve("s"), 2), OPTIONS),
                    RecordOutput.ofRecords(directory.resolve("s"), "", 1, OPTIONS))) {
                Files.deleteIfExists(directory.resolve(".s@2.manifest.json"));
                Files.createSymbolicLink(directory.resolve(".s@2.manifest.json"), target);
                RecordRewrite.of(RecordSet.of(List.of(data("in")))).copyTo(way);
                assertVictimUnchanged();
                assertWritten(directory.resolve(".s@2.manifest.json"));
                assertThat(RecordSet.find(directory, "s@*")
                                .manifest()
                                .orElseThrow()
                                .check(directory))
                        .isEmpty();
            }
        }
        assertThat(directory.resolve("nothing")).doesNotExist();
    }

    @Test
    void replacesLinksInPlacesOfOldManifests() throws IOException {
        RecordRewrite in = RecordRewrite.of(RecordSet.of(List.of(data("in"))));
        in.copyTo(RecordOutput.shards(ShardNames.of(directory.resolve("s"), 3), OPTIONS));
        Files.delete(directory.resolve(".s@3.manifest.json"));
        plant(".s@3.manifest.json");
        in.copyTo(RecordOutput.shards(ShardNames.of(directory.resolve("s"), 2), OPTIONS));
        assertVictimUnchanged();
        assertThat(RewriteFiles.names(directory))
                .containsExactlyInAnyOrder(
                        ".s@2.manifest.json", "elsewhere", "in", "s-00000-of-00002", "s-00001-of-00002");
    }

    @Test
    void replacesLinksWhenAnAppendChangesAManifest() throws IOException {
        RecordRewrite in = RecordRewrite.of(RecordSet.of(List.of(data("in"))));
        in.copyTo(RecordOutput.shards(ShardNames.of(directory.resolve("s"), 2), OPTIONS));
        Path manifest = directory.resolve(".s@2.manifest.json");
        String reported = Files.readString(manifest);
        Files.move(manifest, victim, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        plant(".s@2.manifest.json");
        in.appendTo(directory.resolve("s-00001-of-00002"));
        assertThat(victim).hasContent(reported);
        assertWritten(manifest);
        assertThat(SetManifest.read(manifest).check(directory)).isEmpty();
    }

    @Test
    void rejectsLinksInPlacesOfLockFiles() throws IOException {
        String lock;
        try (NameLock held = new NameLock(directory.resolve("s-00000-of-00002"), Duration.ZERO)) {
            assertThat(held).isNotNull();
            lock = RewriteFiles.names(directory).stream()
                    .filter(name -> name.endsWith(".lock.tmp"))
                    .findFirst()
                    .orElseThrow();
        }
        for (Path target : List.of(victim, victim.getParent(), directory.resolve("nothing"))) {
            Path link = Files.createSymbolicLink(directory.resolve(lock), target);
            assertThatThrownBy(() -> RecordRewrite.of(RecordSet.of(List.of(data("in"))))
                            .copyTo(RecordOutput.shards(ShardNames.of(directory.resolve("s"), 2), OPTIONS)))
                    .isInstanceOf(FileSystemException.class)
                    .hasMessageContaining(lock)
                    .hasMessageContaining("not a regular file, but needed as a lock file; delete it");
            assertVictimUnchanged();
            assertThat(directory.resolve("nothing")).doesNotExist();
            assertThat(RewriteFiles.names(directory)).containsExactlyInAnyOrder(lock, "elsewhere", "in");
            Files.delete(link);
        }
        Files.createLink(directory.resolve(lock), victim);
        RecordRewrite.of(RecordSet.of(List.of(data("in"))))
                .copyTo(RecordOutput.shards(ShardNames.of(directory.resolve("s"), 2), OPTIONS));
        assertVictimUnchanged();
        assertThat(RecordSet.find(directory, "s@*").files()).hasSize(2);
    }

    @Test
    void followsLinksThatTheCallerNames() throws IOException {
        Path target = data("target");
        Path link = Files.createSymbolicLink(directory.resolve("link"), target);
        RewriteFiles.write(link, OPTIONS, List.of(Bytes.ofUtf8("new")));
        assertThat(link).isSymbolicLink();
        assertThat(RewriteFiles.read(target)).containsExactly(Bytes.ofUtf8("new"));
    }

    @Test
    void createsNewTemporaryFiles() throws IOException {
        Path hidden = plant(".data.0123456789abcdef-0.tmp");
        assertThatThrownBy(() -> new StagingSink(hidden, "data").create()).isInstanceOf(FileSystemException.class);
        assertThatThrownBy(() -> new SpillSteps().create(hidden)).isInstanceOf(FileSystemException.class);
        assertThatThrownBy(() -> new SpillSteps().append(hidden)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> new SpillSteps().read(hidden)).isInstanceOf(IOException.class);
        assertVictimUnchanged();
        assertThat(Files.readString(victim, StandardCharsets.UTF_8)).isEqualTo(SECRET);
    }
}
