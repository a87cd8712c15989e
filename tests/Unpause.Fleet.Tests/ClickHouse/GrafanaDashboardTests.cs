using Unpause.Fleet.Stores;
using Unpause.Fleet.Stores.ClickHouse;
using Unpause.Fleet.Tests.Folders;

namespace Unpause.Fleet.Tests.ClickHouse;

/// <summary>The queries of packaging/fleet/grafana-clickhouse.json, with what Grafana's plugin for ClickHouse puts into them.</summary>
[Trait("Tier", "live")]
public sealed class GrafanaDashboardTests(ClickHouseServer server) : IClassFixture<ClickHouseServer>
{
    [Fact]
    public async Task Queries_OverReports_HaveTheStoresNumbers()
    {
        Assert.SkipWhen(ClickHouseServer.LeftOut is not null, ClickHouseServer.LeftOut ?? "");
        var token = TestContext.Current.CancellationToken;
        using var reports = new ReportFolders();
        foreach (var path in Directory.GetFiles(RepositoryFolder.File("samples", "fleet"), "*.gz"))
            reports.Write(Path.GetFileName(path), await File.ReadAllBytesAsync(path, token));
        var address = server.NewDatabase();
        await using var store = await TwoStores.SendAsync(server, [reports.Root], address);
        var coverage = await store.CoverageAsync(new(), token);
        var (from, to) = (coverage.From!.Value.ToUnixTimeSeconds(), coverage.To!.Value.ToUnixTimeSeconds());

        using var board = JsonDocument.Parse(await File.ReadAllBytesAsync(
            RepositoryFolder.File("packaging", "fleet", "grafana-clickhouse.json"), token));
        var rows = new Dictionary<string, List<JsonElement>>();
        foreach (var panel in board.RootElement.GetProperty("panels").EnumerateArray())
        {
            var sql = panel.GetProperty("targets")[0].GetProperty("rawSql").GetString()!
                .Replace("$__fromTime", $"toDateTime({from})", StringComparison.Ordinal)
                .Replace("$__toTime", $"toDateTime({to})", StringComparison.Ordinal)
                .Replace("${service:singlequote}", "'web-app','other'", StringComparison.Ordinal);
            var answer = await server.AskAsync(address, $"{sql} FORMAT JSON");
            rows.Add(panel.GetProperty("title").GetString()!,
                [.. JsonDocument.Parse(answer).RootElement.GetProperty("data").EnumerateArray()]);
        }

        var causes = (await store.CausesAsync(new(), token))!;
        Assert.Equal(
            causes.OrderBy(cause => cause.Finding, StringComparer.Ordinal)
                .Select(cause => (cause.Finding, Math.Round(cause.StopSeconds, 6))),
            rows["To do"].Select(row => (Finding: row.GetProperty("finding").GetString()!,
                    Math.Round(row.GetProperty("stop_s").GetDouble(), 6)))
                .OrderBy(row => row.Finding, StringComparer.Ordinal));
        Assert.Equal(["1.0", "1.1"], rows["What runs where"].Select(row => row.GetProperty("version").GetString()!).Order());
        Assert.Equal(2, rows["Stop time by version"].Count);
        Assert.InRange(rows["Longest stop"].Max(row => row.GetProperty("longest").GetDouble()), 0.3, 0.4);
        Assert.All(rows.Where(panel => panel.Key != "Requests slow because of GC"), panel => Assert.NotEmpty(panel.Value));
    }
}
