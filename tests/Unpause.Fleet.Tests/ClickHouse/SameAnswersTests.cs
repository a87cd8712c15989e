using System.Globalization;
using System.Text.Json.Nodes;
using Unpause.Fleet.Stores;
using Unpause.Fleet.Stores.ClickHouse;
using Unpause.Fleet.Tests.Annotations;
using Unpause.Fleet.Tests.Folders;
using Unpause.Reports.Fleets;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet.Tests.ClickHouse;

/// <summary>All answers about one fleet must be the same from a folder and from a ClickHouse server.</summary>
[Collection(ClickHouseServerTests.Name)]
[Trait("Tier", "live")]
public sealed class SameAnswersTests(ClickHouseServer server)
{
    private const int Processes = 60, Hours = 36;

    private static readonly DateTimeOffset Start = new(2026, 10, 1, 0, 0, 0, TimeSpan.Zero);

    [Fact]
    public async Task Fleet_InAFolderAndInClickHouse_HasTheSameAnswers()
    {
        using var folders = new ReportFolders();
        WriteFleet(folders);
        await using var stores = await TwoStores.OpenAsync(server, folders);
        using var grafana = new FakeGrafana();
        grafana.Add(Start.AddHours(12.4), "a flag", "deploy", "service-1");
        FleetSelection[] selections =
        [
            new(), new() { Service = "service-0" }, new() { From = Start.AddHours(7.5), To = Start.AddHours(20), Runtime = "jvm" },
        ];
        foreach (var selection in selections)
        {
            var asked = new FleetRequest { Action = FleetRequest.Report, FanOut = 40, Grafana = grafana.Address.OriginalString };
            var folder = await FleetComposer.ComposeAsync(stores.Folder, asked, selection, default);
            var database = await FleetComposer.ComposeAsync(stores.Server, asked, selection, default);
            if (selection == new FleetSelection())
            {
                Assert.All(
                    [
                        folder.ToDo.Count, folder.Deploys.Count, folder.Hosts.Count, folder.Coincidences.Count, folder.FanOut.Count,
                        folder.Memory.Count, folder.Conditions.Count, folder.Traces!.Count,
                    ],
                    count => Assert.NotEqual(0, count));
                Assert.Single(folder.Deploys, deploy => deploy.Annotation is not null && deploy.Before == deploy.After);
            }

            Assert.Equal(
                (folder.Source.Reports, folder.Source.Processes, folder.Source.Hosts, folder.Source.Services, folder.Source.From,
                    folder.Source.To, folder.Source.CoveredHours, folder.Source.Overlapping),
                (database.Source.Reports, database.Source.Processes, database.Source.Hosts, database.Source.Services, database.Source.From,
                    database.Source.To, database.Source.CoveredHours, database.Source.Overlapping));
            Same(JsonOf(folder with { Source = database.Source, Notes = [] }), JsonOf(database with { Notes = [] }));
        }
    }

    [Fact]
    public async Task Canary_InAFolderAndInClickHouse_HasTheSameAnswer()
    {
        using var folders = new ReportFolders();
        var random = new Random(7);
        for (var process = 0; process < 12; process++)
        {
            for (var minute = 0; minute < 30; minute++)
            {
                folders.Write($"{process}/{minute}.json", new InventedReport
                {
                    Host = $"host-{process}", Pid = process, Version = process < 6 ? "1.4" : "1.5", Start = Start.AddMinutes(minute),
                    DurationMs = 60_000, StopMs = (process < 6 ? 300 : 450) * (0.9 + (0.2 * random.NextDouble())),
                });
            }
        }

        await using var stores = await TwoStores.OpenAsync(server, folders);
        var asked = new FleetRequest
        {
            Action = FleetRequest.Canary, Baseline = "service=orders,version=1.4", Candidate = "service=orders,version=1.5",
        };
        var folder = await CanaryComposer.ComposeAsync(stores.Folder, asked, default);
        var database = await CanaryComposer.ComposeAsync(stores.Server, asked, default);
        Assert.Equal((CanaryDocument.Worse, 30), (folder.Verdict, folder.Intervals));
        Same(JsonOf(folder with { Source = database.Source, Notes = [] }), JsonOf(database with { Notes = [] }));
        Assert.Contains("60 s", folder.Text);
    }

    [Fact]
    public async Task Traces_MoreThanAnAnswerHas_AreTheSameOfEachService()
    {
        using var folders = new ReportFolders();
        StoredTracesTests.WriteTwoServices(folders);
        await using var stores = await TwoStores.OpenAsync(server, folders);
        var store = (ClickHouseStore)stores.Server;
        Assert.Equal(240, (await store.TracesAsync(new(), default))!.Count);
        store.MostTraces = 60;
        StoredTracesTests.AssertSame((await store.TracesAsync(new(), default))!);
        Assert.Null(await store.TracesAsync(new() { From = InventedReport.Later }, default));
    }

    [Fact]
    public async Task Traces_TablesOfAnOlderVersion_AreNotAnswered()
    {
        Assert.SkipWhen(ClickHouseServer.LeftOut is not null, ClickHouseServer.LeftOut ?? "");
        using var folders = new ReportFolders();
        StoredTracesTests.WriteTwoServices(folders);
        var address = server.NewDatabase();
        await using var store = await TwoStores.SendAsync(server, [folders.Root], address);
        using var client = new ClickHouseClient(address, TimeSpan.FromSeconds(60));
        await client.ExecuteAsync($"DROP TABLE {ClickHouseDialect.Traces}", default);
        Assert.Null(await store.TracesAsync(new(), default));
        Assert.Equal(2, (await store.CoverageAsync(new(), default)).Processes);
    }

    private static void WriteFleet(ReportFolders folders)
    {
        string[] runtimes = ["jvm", "go", "dotnet"], findings = ["starved-collector", "cramped-heap", "induced-collections"];
        var random = new Random(5);
        for (var process = 0; process < Processes; process++)
        {
            var service = process / 12;
            for (var hour = process == 5 ? 4 : 0; hour < Hours; hour++)
            {
                var isNew = service % 2 == 0 && hour >= Hours / 2;
                var stop = 2000 * Math.Exp(0.1 * random.NextDouble()) * (isNew ? 1.5 : 1) * (process == 3 ? 3 : 1);
                folders.Write($"host-{process % 20}/{hour:00}-{process}.json", new InventedReport
                {
                    Runtime = runtimes[service % 3], Service = service == 4 ? null : $"service-{service}", Version = isNew ? "1.1" : "1.0",
                    Host = $"host-{process % 20}", Pid = 1000 + process, Processors = service == 3 ? null : 4,
                    Start = Start.AddHours(hour).AddMinutes(49 + random.NextDouble()), StopMs = stop,
                    StopAtMs = process % 2 == 0 ? 500_000 + (process * 1e-3) : 590_000 * random.NextDouble(),
                    ExplainedMs = stop * random.NextDouble(), Finding = findings[(service + (process % 2)) % 3],
                    Title = string.Create(CultureInfo.InvariantCulture, $"GC took {stop:0} ms"),
                    LostMs = service == 1 ? null : 5 * stop, MaxHeapSize = process == 3 ? "512m" : "1g",
                    LiveSet = process % 7 == 0 ? null : 100_000_000 + random.Next(300_000_000),
                    HeapLimit = 1_000_000_000 + (process * 10_000_000L), AllocatedBytes = service == 2 ? null : 60_000_000_000,
                    TraceSample = process is 1 or 25 ? InventedReport.SampleOf(TracesOf(hour)) : null,
                });
                // Kept when an alert was open, and one of two hours.
                if (process % 10 == 0 && hour % 5 == 0)
                {
                    folders.Write($"host-{process % 20}/kept-{hour:00}-{process}.json", new InventedReport
                    {
                        Service = $"service-{service}", Host = $"host-{process % 20}", Pid = 1000 + process, Version = "1.0",
                        Runtime = runtimes[service % 3], Start = Start.AddHours(hour).AddMinutes(random.Next(60)), StopMs = 100,
                        DurationMs = process == 0 ? 7_200_000 : 300_000,
                    });
                }
            }
        }
    }

    /// <summary>Traces of an hour, which are the same in two services.</summary>
    private static (UInt128 Id, double StoppedMs)[] TracesOf(int hour)
    {
        var random = new Random(hour);
        return [.. Enumerable.Range(0, 30).Select(_ =>
            (new UInt128(ulong.MaxValue, (ulong)random.NextInt64()), random.Next(10) == 0 ? 12.5 : 0))];
    }

    private static JsonNode JsonOf(FleetDocument document)
    {
        using var stream = new MemoryStream();
        FleetJson.Write(document, stream);
        return JsonNode.Parse(stream.ToArray())!;
    }

    private static JsonNode JsonOf(CanaryDocument document)
    {
        using var stream = new MemoryStream();
        FleetJson.Write(document, stream);
        return JsonNode.Parse(stream.ToArray())!;
    }

    private static void Same(JsonNode folder, JsonNode database)
    {
        var differences = new List<string>();
        Compare(folder, database, "", differences);
        Assert.True(differences.Count == 0, string.Join('\n', differences.Take(30)));
    }

    /// <summary>Sums of doubles in another order differ in their last digits.</summary>
    private static void Compare(JsonNode? one, JsonNode? other, string path, List<string> differences)
    {
        if (one is JsonObject left && other is JsonObject right)
        {
            foreach (var name in left.Select(pair => pair.Key).Union(right.Select(pair => pair.Key)))
                Compare(left[name], right[name], $"{path}/{name}", differences);
        }
        else if (one is JsonArray first && other is JsonArray second)
        {
            if (first.Count != second.Count) differences.Add($"{path}: {first.Count} and {second.Count}");
            for (var i = 0; i < Math.Min(first.Count, second.Count); i++) Compare(first[i], second[i], $"{path}/{i}", differences);
        }
        else if (one?.ToJsonString() != other?.ToJsonString()
            && !(one is JsonValue a && other is JsonValue b && a.TryGetValue<double>(out var x) && b.TryGetValue<double>(out var y)
                && Math.Abs(x - y) <= Math.Max(0.0011, 1e-6 * Math.Abs(x))))
        {
            differences.Add($"{path}: {one?.ToJsonString()} and {other?.ToJsonString()}");
        }
    }
}
