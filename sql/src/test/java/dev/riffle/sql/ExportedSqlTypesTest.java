package dev.riffle.sql;

import dev.riffle.structure.ExportedTypesContract;

/** Checks the exported types of the module for SQL. */
class ExportedSqlTypesTest extends ExportedTypesContract {

    @Override
    protected Class<?> anyType() {
        return RecordSql.class;
    }
}
