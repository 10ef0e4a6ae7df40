package dev.riffle.cli.sql;

import org.apache.arrow.vector.ValueVector;

/** Lists the kinds of values in Arrow vectors that have different texts. */
enum ValueKind {
    /** An integer or a decimal, with all digits. */
    NUMBER,
    /** A binary floating-point number. */
    FLOAT,
    BOOL,
    TEXT,
    /** A date, a time, a timestamp, a duration or an interval. */
    TIME,
    BYTES,
    /** A list, or a map, which is a list of keys and values. */
    LIST,
    STRUCT,
    /** The type that has only nulls. */
    NOTHING,
    /** Any other type, whose text is that of Arrow. */
    OTHER;

    static ValueKind of(ValueVector vector) {
        return switch (vector.getMinorType()) {
            case TINYINT, SMALLINT, INT, BIGINT, UINT1, UINT2, UINT4, UINT8, DECIMAL, DECIMAL256 -> NUMBER;
            case FLOAT2, FLOAT4, FLOAT8 -> FLOAT;
            case BIT -> BOOL;
            case VARCHAR, VIEWVARCHAR, LARGEVARCHAR -> TEXT;
            case VARBINARY, VIEWVARBINARY, LARGEVARBINARY, FIXEDSIZEBINARY -> BYTES;
            case DATEDAY,
                    DATEMILLI,
                    TIMESEC,
                    TIMEMILLI,
                    TIMEMICRO,
                    TIMENANO,
                    TIMESTAMPSEC,
                    TIMESTAMPMILLI,
                    TIMESTAMPMICRO,
                    TIMESTAMPNANO,
                    TIMESTAMPSECTZ,
                    TIMESTAMPMILLITZ,
                    TIMESTAMPMICROTZ,
                    TIMESTAMPNANOTZ,
                    DURATION,
                    INTERVALDAY,
                    INTERVALYEAR,
                    INTERVALMONTHDAYNANO -> TIME;
            case LIST, LARGELIST, FIXED_SIZE_LIST, LISTVIEW, LARGELISTVIEW, MAP -> LIST;
            case STRUCT -> STRUCT;
            case NULL -> NOTHING;
            case UNION, DENSEUNION, EXTENSIONTYPE, RUNENDENCODED -> OTHER;
        };
    }
}
