using System.Collections.Concurrent;
using System.Diagnostics;
using Unpause.Recordings;

namespace Unpause.Tests.Readers.DotNet;

/// <summary>A run of WebProgram, recorded with its requests from its first instant, and what its callers measured.</summary>
/// <param name="Recording">What the reader made of it.</param>
/// <param name="Calls">Every call, by its caller's own clock.</param>
/// <param name="Relayed">Calls that the service made to itself; how long they took is not known.</param>
internal sealed record RecordedService(
    Recording Recording, IReadOnlyList<RecordedService.Call> Calls, IReadOnlyList<RecordedService.Call> Relayed)
{
    private const string Providers =
        "Microsoft-Windows-DotNETRuntime:0x1:4,Microsoft-Windows-DotNETRuntimePrivate:0x1:4,"
        + "Microsoft.AspNetCore.Hosting:0x1:4,System.Net.Http:0x2:4,System.Threading.Tasks.TplEventSource:0x80:4";

    /// <summary>One call.</summary>
    /// <param name="Name">Method and path, ids cut.</param>
    /// <param name="LeastMs">The duration requested of the service.</param>
    /// <param name="WaitedMs">What the caller waited.</param>
    internal sealed record Call(string Name, double LeastMs, double WaitedMs);

    /// <summary>Runs the service and calls it from many tasks at once.</summary>
    public static async Task<RecordedService> Run(int callers, int callsEach)
    {
        var configuration = new DirectoryInfo(AppContext.BaseDirectory).Parent!.Name;
        var program = RepositoryFolder.File("tests", "programs", "WebProgram", "bin", configuration, "net10.0", "WebProgram.dll");
        var path = Path.Combine(Path.GetTempPath(), $"unpause-{Guid.NewGuid():N}.nettrace");
        var start = new ProcessStartInfo("dotnet", program)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            UseShellExecute = false
        };
        start.Environment["DOTNET_EnableEventPipe"] = "1";
        start.Environment["DOTNET_EventPipeOutputPath"] = path;
        start.Environment["DOTNET_EventPipeOutputStreaming"] = "1";
        start.Environment["DOTNET_EventPipeConfig"] = Providers;
        try
        {
            using var process = Process.Start(start)!;
            var calls = await CallAll(new Uri((await process.StandardOutput.ReadLineAsync())!), callers, callsEach);
            process.StandardInput.Close();
            await process.WaitForExitAsync();
            Assert.Equal(0, process.ExitCode);
            Call[] relayed =
                [.. calls.Where(call => call.Name == "GET /relay/{id}").Select(call => call with { Name = "GET /sleep/{id}" })];
            return new RecordedService(NettraceSample.ReadFile(path), calls, relayed);
        }
        finally
        {
            File.Delete(path);
        }
    }

    private static async Task<IReadOnlyList<Call>> CallAll(Uri service, int callers, int callsEach)
    {
        using var client = new HttpClient { BaseAddress = service };
        var calls = new ConcurrentBag<Call>();
        await Task.WhenAll(Enumerable.Range(0, callers).Select(caller => Task.Run(async () =>
        {
            for (var i = 0; i < callsEach; i++) calls.Add(await CallOnce(client, caller, i));
        })));
        return [.. calls];
    }

    private static async Task<Call> CallOnce(HttpClient client, int caller, int number)
    {
        var (method, path, name, least) = (number % 4) switch
        {
            0 => (HttpMethod.Get, $"/sleep/{10 * (1 + (caller % 4))}?caller={caller}", "GET /sleep/{id}", 10 * (1 + (caller % 4))),
            1 => (HttpMethod.Get, $"/orders/{(100 * caller) + number}", "GET /orders/{id}", 0),
            2 => (HttpMethod.Get, "/relay/15", "GET /relay/{id}", 15),
            _ => (HttpMethod.Post, caller % 10 == 0 ? "/garbage/8" : "/garbage/1", "POST /garbage/{id}", 0),
        };
        using var request = new HttpRequestMessage(method, path);
        var begun = Stopwatch.GetTimestamp();
        using var response = await client.SendAsync(request);
        await response.Content.ReadAsByteArrayAsync();
        return new Call(name, least, Stopwatch.GetElapsedTime(begun).TotalMilliseconds);
    }
}
