package dev.riffle.shard.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriterOptions;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Commits sets to a storage without renames. The paths are keys, and no such file exists. */
class ObjectStorageTest extends CommitStorageContract {

    private final ObjectStorage objects = new ObjectStorage();

    @Override
    CommitStorage storage() {
        return objects;
    }

    @Override
    Path name(String name) {
        return Path.of("/no such bucket").resolve(name);
    }

    @Override
    Path visible() throws IOException {
        Path copy = Files.createTempDirectory(directory, "objects");
        objects.download(copy);
        return copy;
    }

    @Test
    void endsAllUploadsAfterAFailure() throws IOException {
        List<Path> names = ShardNames.of(name("s"), 3).paths();
        RecordWriterOptions options = RecordWriterOptions.defaults().overwrite();
        boolean isCommitted = false;
        for (int failing = 0; !isCommitted; failing++) {
            try (ShardedOutput output = ShardedOutput.inTurn(names, options, new FailingStorage(failing, objects))) {
                output.write(ByteBuffer.wrap(new byte[10]));
                output.commit();
                isCommitted = true;
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("injected");
            }
            assertThat(objects.hasUploads()).as("step %d", failing).isFalse();
        }
    }

    @AfterEach
    void usesNoFiles() {
        assertThat(name("s").getParent()).doesNotExist();
    }
}
