package dev.riffle.sql;

import java.io.IOException;
import org.apache.arrow.memory.BufferAllocator;

/**
 * The failure of a query: finds a plan that succeeds, or the words for the failure.
 *
 * @param run the run of the query
 * @param statement the statement of the user
 * @param plan the plan that has failed
 */
record QueryFailure(QueryRun run, String statement, QueryPlan plan) {

    /**
     * Returns a plan that succeeds. If no such plan exists, throws the failure.
     *
     * <p>DuckDB does not report the words of the first error of a streamed result. This method then runs the query
     * again, and collects the result, to get the words.
     */
    QueryPlan remedy(SqlException failure, BufferAllocator allocator) throws IOException {
        DuckFailure known = DuckFailure.ofCause(failure);
        if (known.isSecondScan()) {
            return plan.stored();
        }
        if (known.isUnknownColumn()) {
            return withAllColumns(failure, allocator);
        }
        if (!known.isWithoutWords()) {
            throw failure;
        }
        SessionOptions collected = run.options().results(SessionOptions.Results.COLLECTED);
        try (DuckSession session = DuckSession.open(collected, allocator)) {
            QueryPlan silent = plan.silent();
            silent.install(session, collected.threads());
            session.rows(silent.text()).close();
            return plan;
        } catch (SqlException e) {
            if (DuckFailure.ofCause(e).isSecondScan()) {
                return plan.stored();
            }
            throw e;
        }
    }

    /**
     * Returns a plan with the columns of all records, if these records have the column that the plan lacks. If they do
     * not, throws the failure with similar names from all columns.
     */
    private QueryPlan withAllColumns(SqlException failure, BufferAllocator allocator) throws IOException {
        boolean hasMore = run.source().hasMoreColumns() && !plan.records().isEmpty();
        QueryPlan wider = hasMore ? ofAllRecords(allocator) : plan;
        SqlException better = failure;
        try (DuckSession session = DuckSession.open(run.options(), allocator)) {
            wider.whole().install(session, run.options().threads());
            session.check(wider.text());
            if (hasMore) {
                return wider;
            }
        } catch (SqlException e) {
            better = DuckFailure.ofCause(e).isUnknownColumn() ? e : failure;
        }
        throw run.source().sample().isEmpty() || plan.records().isEmpty()
                ? better
                : new SqlException(
                        better.reason(),
                        better.getMessage() + "\nThe columns of records are the features of the first "
                                + run.source().sample().getAsLong()
                                + " records; set this number with --sample or RecordSql.sample.",
                        failure.getCause());
    }

    private QueryPlan ofAllRecords(BufferAllocator allocator) throws IOException {
        try (DuckSession session = DuckSession.open(run.options(), allocator)) {
            return QueryPlan.of(statement, session, run.tables(), run.source().sample(Long.MAX_VALUE));
        }
    }
}
