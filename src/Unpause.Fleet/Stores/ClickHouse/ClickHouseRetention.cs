namespace Unpause.Fleet.Stores.ClickHouse;

/// <summary>
/// Drops partitions that are older than what <see cref="ClickHouseDialect"/> keeps, whole months of runs and days of stops. Newer servers
/// do the same by TTL; there nothing is left to drop.
/// </summary>
internal static class ClickHouseRetention
{
    private const string DayFormat = "yyyy-MM-dd", ServerDay = "SELECT toString(today())";

    /// <summary>Drops them.</summary>
    /// <param name="today">Null for the server's.</param>
    /// <returns>Partitions that were dropped.</returns>
    /// <exception cref="ClickHouseFailure">It failed.</exception>
    public static async Task<int> DropOldAsync(ClickHouseClient client, string database, DateOnly? today, CancellationToken stop)
    {
        var dropped = 0;
        var day = today ?? await ServerDayAsync(client, stop);
        foreach (var (table, partition) in await client.QueryAsync(
            ClickHouseQueries.Partitions(database), row => (row.ReadText(), row.ReadText()), stop))
        {
            if (LastDayOf(table, partition) is not { } last || last.AddDays(KeptDays(table)) >= day) continue;
            var name = IsByDay(table) ? ClickHouseText.Literal(partition) : partition;
            await client.ExecuteAsync($"ALTER TABLE {table} DROP PARTITION {name}", stop);
            dropped++;
        }

        return dropped;
    }

    private static async Task<DateOnly> ServerDayAsync(ClickHouseClient client, CancellationToken stop)
    {
        var days = await client.QueryAsync(ServerDay, row => row.ReadText(), stop);
        return days is [var text] && DateOnly.TryParseExact(text, DayFormat, out var day)
            ? day
            : throw new ClickHouseFailure("the server does not say which day it is", isTransient: false);
    }

    private static bool IsByDay(string table) => table is ClickHouseDialect.Stops or ClickHouseDialect.Traces;

    private static int KeptDays(string table) => IsByDay(table) ? ClickHouseDialect.StopDays : ClickHouseDialect.RunDays;

    /// <summary>
    /// The last day in a partition: <c>2026-11-29</c> of stops and traces, <c>202611</c> of the others. Null for other tables.
    /// </summary>
    private static DateOnly? LastDayOf(string table, string partition) => table switch
    {
        _ when IsByDay(table) => DateOnly.TryParseExact(partition, DayFormat, out var day) ? day : null,
        ClickHouseDialect.Runs or ClickHouseDialect.Causes =>
            DateOnly.TryParseExact(partition + "01", "yyyyMMdd", out var month) ? month.AddMonths(1).AddDays(-1) : null,
        _ => null,
    };
}
