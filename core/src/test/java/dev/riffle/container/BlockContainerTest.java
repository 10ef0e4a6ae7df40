package dev.riffle.container;

import dev.riffle.RecordFormat;

class BlockContainerTest extends ContainerContract {

    @Override
    protected RecordFormat format() {
        return RecordFormat.named("blocks").orElseThrow();
    }
}
