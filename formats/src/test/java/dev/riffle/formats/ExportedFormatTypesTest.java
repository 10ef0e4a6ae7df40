package dev.riffle.formats;

import dev.riffle.structure.ExportedTypesContract;

/** Checks the exported types of the formats. */
class ExportedFormatTypesTest extends ExportedTypesContract {

    @Override
    protected Class<?> anyType() {
        return PayloadCompression.class;
    }
}
