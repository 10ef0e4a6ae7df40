package dev.riffle.sql;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Runs queries. A query can scan a stream of records a second time in ways that the statement does not show. DuckDB
 * then fails, and this class runs the query again with rows that DuckDB stores.
 *
 * @param options the limits
 * @param tables finds the tables
 * @param source how the query reads records
 */
record QueryRun(SessionOptions options, SqlTables tables, RecordSource source) {

    /**
     * Starts a query.
     *
     * @param parent the allocator of the batches; null: an allocator of the result
     */
    SqlResult start(String statement, @Nullable BufferAllocator parent) throws IOException {
        Closing closing = new Closing();
        try {
            BufferAllocator allocator = parent == null ? opened(closing) : parent;
            return new SqlResult(rows(statement, allocator, closing), closing);
        } catch (Throwable e) {
            closing.closeAfter(e);
            throw e;
        }
    }

    private DuckRows rows(String statement, BufferAllocator allocator, Closing outer) throws IOException {
        Closing closing = new Closing();
        QueryPlan plan;
        try {
            DuckSession session = DuckSession.open(options, allocator);
            closing.add(session);
            plan = QueryPlan.of(statement, session, tables, source);
            try {
                return rows(plan, session, closing, outer);
            } catch (SqlException e) {
                closing.closeAfter(e);
                plan = new QueryFailure(options, source, plan).remedy(e, allocator);
            }
            DuckSession second = DuckSession.open(options, allocator);
            closing.add(second);
            return rows(plan, second, closing, outer);
        } catch (Throwable e) {
            closing.closeAfter(e);
            throw e;
        }
    }

    /** Starts a query in a session. If it starts, {@code outer} closes the session later. */
    private DuckRows rows(QueryPlan plan, DuckSession session, Closing closing, Closing outer) throws IOException {
        plan.install(session, options.threads());
        DuckRows rows = session.rows(plan.text());
        closing.add(rows);
        outer.add(closing::close);
        return rows;
    }

    private static BufferAllocator opened(Closing closing) {
        BufferAllocator allocator = new RootAllocator();
        closing.add(allocator);
        return allocator;
    }

    /** Runs a query, and writes its rows to a Parquet file. Returns the number of rows. */
    long writeParquet(String statement, Path file) throws IOException {
        SessionOptions collected = options.results(SessionOptions.Results.COLLECTED);
        try (BufferAllocator allocator = new RootAllocator()) {
            QueryPlan plan;
            try (DuckSession session = DuckSession.open(collected, allocator)) {
                plan = QueryPlan.of(statement, session, tables, source);
            }
            try {
                return copied(plan, collected, file, allocator);
            } catch (SqlException e) {
                plan = new QueryFailure(options, source, plan).remedy(e, allocator);
            }
            return copied(plan, collected, file, allocator);
        }
    }

    private static long copied(QueryPlan plan, SessionOptions options, Path file, BufferAllocator allocator)
            throws IOException {
        try (DuckSession session = DuckSession.open(options, allocator)) {
            plan.install(session, options.threads(), file);
            return session.copyToParquet(plan.text(), file, "COMPRESSION zstd");
        }
    }
}
