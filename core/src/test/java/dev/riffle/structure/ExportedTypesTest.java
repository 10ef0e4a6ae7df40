package dev.riffle.structure;

import dev.riffle.RecordReader;

/** Checks the exported types of core. */
class ExportedTypesTest extends ExportedTypesContract {

    @Override
    protected Class<?> anyType() {
        return RecordReader.class;
    }
}
