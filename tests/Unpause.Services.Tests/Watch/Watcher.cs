using System.Diagnostics;

namespace Unpause.Services.Tests.Watch;

/// <summary>A running <c>unpause watch</c> with a ring of its own; Dispose ends it as Ctrl-C does, and removes the ring.</summary>
internal sealed class Watcher : IDisposable
{
    private static readonly TimeSpan MostStarting = TimeSpan.FromSeconds(30);

    private readonly Process _process;
    private readonly Task<string> _errors;

    public Watcher(params string[] arguments) : this(["--listen", "127.0.0.1:0", .. arguments], serves: true)
    {
    }

    private Watcher(string[] arguments, bool serves, string folder = "")
    {
        Ring = Directory.CreateTempSubdirectory("unpause-ring-").FullName;
        var start = new ProcessStartInfo(Programs.Unpause, ["watch", "--ring", Ring, .. arguments])
            { UseShellExecute = false, RedirectStandardError = true, WorkingDirectory = folder };
        _process = Process.Start(start)!;
        _errors = _process.StandardError.ReadToEndAsync();
        if (serves) Await("it serves", () => File.Exists(Path.Combine(Ring, "run", "address")), MostStarting);
    }

    /// <summary>The ring's folder.</summary>
    public string Ring { get; }

    /// <summary>The address with the token.</summary>
    public Uri Address => new(File.ReadAllText(Path.Combine(Ring, "run", "address")).Trim());

    /// <summary>Starts one in a folder.</summary>
    public static Watcher StartedIn(string folder, params string[] arguments) =>
        new(["--listen", "127.0.0.1:0", .. arguments], serves: true, folder);

    /// <summary>Starts one whose address is not served.</summary>
    public static Watcher NotServing(params string[] arguments) => new(arguments, serves: false);

    /// <summary>Process id of the recorder.</summary>
    public int Id => _process.Id;

    /// <summary>What a path at the root answers, such as <c>/metrics</c>.</summary>
    public string Get(string path)
    {
        using var client = new HttpClient();
        return client.GetStringAsync(new Uri(Address, path)).Result;
    }

    /// <summary>The watched processes, as JSON.</summary>
    public JsonElement Processes()
    {
        using var client = new HttpClient();
        return JsonDocument.Parse(client.GetStringAsync(new Uri($"{Address}/processes")).Result).RootElement.GetProperty("processes");
    }

    /// <summary>Folders of kept rings that have a report.</summary>
    public IReadOnlyList<string> Kept() => Directory.Exists(Path.Combine(Ring, "kept"))
        ? [.. Directory.EnumerateDirectories(Path.Combine(Ring, "kept")).Where(path => File.Exists(Path.Combine(path, "report.json")))]
        : [];

    /// <summary>Waits until something is true.</summary>
    public void Await(string what, Func<bool> isSo, TimeSpan most)
    {
        for (var since = Stopwatch.GetTimestamp(); !isSo(); Thread.Sleep(100))
        {
            Assert.False(_process.HasExited, $"{what}: it ended: {(_process.HasExited ? _errors.Result : "")}");
            Assert.True(Stopwatch.GetElapsedTime(since) < most, $"not in {most.TotalSeconds} s: {what}");
        }
    }

    /// <summary>Ends it and gives what it printed.</summary>
    public string End()
    {
        if (!_process.HasExited) Interrupt();
        Assert.True(_process.WaitForExit(40_000), "it did not end");
        return _errors.Result;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (!_process.HasExited)
        {
            Interrupt();
            if (!_process.WaitForExit(40_000)) _process.Kill(entireProcessTree: true);
        }

        _process.Dispose();
        Directory.Delete(Ring, recursive: true);
    }

    private void Interrupt()
    {
        var id = Id.ToString(System.Globalization.CultureInfo.InvariantCulture);
        Process.Start("kill", ["-INT", id]).WaitForExit();
    }
}
