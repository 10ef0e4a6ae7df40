package dev.riffle.shard.internal;

import java.nio.file.Path;

class FileStorageTest extends CommitStorageContract {

    @Override
    CommitStorage storage() {
        return new FileStorage();
    }

    @Override
    Path name(String name) {
        return directory.resolve(name);
    }

    @Override
    Path visible() {
        return directory;
    }
}
