using Unpause.Fleet.Stores;
using Unpause.Fleet.Tests.Folders;

namespace Unpause.Fleet.Tests.ClickHouse;

/// <summary>Which runs count must not depend on the store.</summary>
[Collection(ClickHouseServerTests.Name)]
[Trait("Tier", "live")]
public sealed class SameRunsTests(ClickHouseServer server)
{
    private static readonly DateTimeOffset Start = new(2026, 10, 1, 10, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public async Task Reports_ThatOverlapAtRandom_CountTheSameInBoth(int seed)
    {
        using var folders = new ReportFolders();
        var random = new Random(seed);
        for (var i = 0; i < 400; i++)
        {
            // Minutes, so that starts and ends are often equal.
            folders.Write($"{i % 3}/{i}.json", new InventedReport
            {
                Pid = random.Next(8), Service = random.Next(10) == 0 ? "carts" : "orders", Start = Start.AddMinutes(random.Next(240)),
                DurationMs = 60_000 * Math.Ceiling(60 * Math.Pow(random.NextDouble(), 3)), StopMs = 10 + i,
                Version = random.Next(2) == 0 ? "1.0" : "1.1",
            });
        }

        await using var stores = await TwoStores.OpenAsync(server, folders);
        FleetSelection[] selections =
        [
            new() { StepSeconds = 1 },
            new() { StepSeconds = 1, From = Start.AddMinutes(61), To = Start.AddMinutes(150) },
            new() { StepSeconds = 1, Service = "orders", Version = "1.1" },
        ];
        foreach (var selection in selections)
        {
            var folder = await stores.Folder.CoverageAsync(selection, default);
            var database = await stores.Server.CoverageAsync(selection, default);
            Assert.InRange(folder.Overlapping, 50, 399);
            Assert.Equal((folder.Overlapping, folder.Reports, folder.Processes, folder.Services, folder.Hosts),
                (database.Overlapping, database.Reports, database.Processes, database.Services, database.Hosts));
            Assert.Equal(folder.CoveredSeconds, database.CoveredSeconds, 1e-6);
            Assert.Equal(Runs(await stores.Folder.SlicesAsync(selection, default)),
                Runs(await stores.Server.SlicesAsync(selection, default)));
            Assert.Equal(Stops(await stores.Folder.LongStopsAsync(selection, default)),
                Stops(await stores.Server.LongStopsAsync(selection, default)));
        }
    }

    private static List<(string, string, string, DateTimeOffset, double, double)> Runs(IReadOnlyList<FleetSlice> slices) =>
    [
        .. slices.Select(slice => (slice.Service, slice.Process, slice.Report!.Path, slice.Hour, slice.CoveredSeconds,
            Math.Round(slice.Stops.SumSeconds, 9))),
    ];

    private static List<(string, string, long, long)> Stops(IReadOnlyList<TimedStop>? stops) =>
        [.. stops!.Select(stop => (stop.Service, stop.Process, stop.At, stop.Length)).Order()];
}
