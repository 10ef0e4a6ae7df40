package dev.riffle.sql;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Runs queries. A query can scan a stream of records a second time in ways that the statement does not show. DuckDB
 * then fails, and this class runs the query again with rows that DuckDB stores. It also runs a query again if only
 * records beyond the sample have a column of the statement.
 *
 * @param options the limits
 * @param tables finds the tables
 * @param source how the query reads records
 */
record QueryRun(SessionOptions options, SqlTables tables, RecordSource source) {

    /** A plan can first need the columns of all records, and then rows that DuckDB stores. */
    private static final int MOST_REMEDIES = 2;

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
        try {
            DuckSession session = DuckSession.open(options, allocator);
            closing.add(session);
            QueryPlan plan = QueryPlan.of(statement, session, tables, source);
            for (int remedies = 0; ; remedies++) {
                try {
                    return rows(plan, session, closing, outer);
                } catch (SqlException e) {
                    closing.closeAfter(e);
                    plan = remedy(statement, plan, e, remedies, allocator);
                }
                session = DuckSession.open(options, allocator);
                closing.add(session);
            }
        } catch (Throwable e) {
            closing.closeAfter(e);
            throw e;
        }
    }

    /** Returns a plan that succeeds instead of a plan that has failed, or throws the failure. */
    private QueryPlan remedy(
            String statement, QueryPlan plan, SqlException failure, int remedies, BufferAllocator allocator)
            throws IOException {
        if (remedies == MOST_REMEDIES) {
            throw failure;
        }
        return new QueryFailure(this, statement, plan).remedy(failure, allocator);
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
            for (int remedies = 0; ; remedies++) {
                try {
                    return copied(plan, collected, file, allocator);
                } catch (SqlException e) {
                    plan = remedy(statement, plan, e, remedies, allocator);
                }
            }
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
