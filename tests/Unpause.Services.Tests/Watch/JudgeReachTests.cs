using System.Diagnostics;
using System.Globalization;
using Unpause.Recordings.Rings;
using Unpause.Services.Watch;

namespace Unpause.Services.Tests.Watch;

/// <summary>What the judge can use, by its rules and as a program that it starts finds it.</summary>
[Trait("Tier", "live")]
public sealed class JudgeReachTests : IDisposable
{
    private const string Program = "/usr/bin/unpause";

    private static readonly WatchSettings Settings = new()
        { Ring = "/ring", StretchSeconds = 60, Listen = "127.0.0.1:9189", MetricsListen = "[::]:9190" };

    private readonly string _folder = Directory.CreateTempSubdirectory("unpause-reach-").FullName;

    [Fact]
    public void Judge_WithoutTargets_HasTheRingOnly()
    {
        var reach = JudgeReach.From(Settings, Program);

        Assert.Equal(["/ring"], reach.Readable);
        Assert.Equal([Program], reach.Runnable);
        Assert.Equal(["/ring/kept", "/ring/history", "/ring/run"], reach.Writable);
        Assert.Equal([9189, 9190], reach.Served);
        Assert.Empty(reach.Connected!);
    }

    [Fact]
    public void Judge_WithAddresses_ConnectsToTheirPortsOnly()
    {
        var targets = new WatchTargets { Alertmanagers = ["http://b:9093"], Webhooks = ["https://c/x"] };
        var reach = JudgeReach.From(Settings with { Otlp = "http://a:4318", To = targets }, Program);

        // And to name servers.
        Assert.Equal([53, 443, 4318, 9093], reach.Connected!.Order());
        Assert.Contains("/etc", reach.Readable);
        // For curl.
        Assert.Contains("/usr", reach.Runnable);
        Assert.DoesNotContain("/usr", JudgeReach.From(Settings with { Otlp = "http://a:4318" }, Program).Runnable);
    }

    [Fact]
    public void Judge_WithACommand_ReadsItsFolderAndItsScript()
    {
        var reach = JudgeReach.From(
            Settings with { To = new WatchTargets { Command = ["/opt/team/run", "/srv/notify.py", "--team", "orders"] } }, Program);

        Assert.Contains("/opt/team", reach.Runnable);
        Assert.Contains("/srv/notify.py", reach.Readable);
        Assert.DoesNotContain("orders", reach.Readable);
        Assert.Null(reach.Connected);
    }

    /// <summary>A command inherits what the judge has.</summary>
    [RootFact]
    public void Command_OfTheJudge_OpensNothingElse()
    {
        if (!Programs.AreNative) Assert.Skip("a build for development is not restricted");
        var probe = Path.Combine(Make("command"), "probe");
        var (readable, writable) = (Path.Combine(Make("other"), "file"), Make("writable"));
        File.WriteAllText(readable, "x");
        File.SetUnixFileMode(writable, (UnixFileMode)511);
        File.WriteAllText(
            probe,
            $$"""
            #!/bin/sh
            code=40
            cat {{readable}} > /dev/null 2>&1 && code=$((code+1))
            echo x 2> /dev/null > {{writable}}/x && code=$((code+2))
            /usr/bin/python3 -c "import socket; socket.socket().bind(('127.0.0.1', 19239))" 2> /dev/null && code=$((code+4))
            ls /tmp > /dev/null 2>&1 && code=$((code+8))
            cat {{probe}} > /dev/null || code=$((code+16))
            exit $code
            """);
        File.SetUnixFileMode(probe, (UnixFileMode)493);
        // As anybody, everything can be done.
        Assert.Equal(55, Programs.Run("setpriv", null, "--reuid", "65534", "--clear-groups", probe).ExitCode);
        File.Delete(Path.Combine(writable, "x"));
        const string collects = "import gc, time\nwhile True: gc.collect(); time.sleep(1)";
        using var program = Process.Start(new ProcessStartInfo("/usr/bin/python3", ["-c", collects]))!;

        using var watcher = new Watcher(
            program.Id.ToString(CultureInfo.InvariantCulture), "--alert", "induced>0", "--to-command", probe, "--last", "10s");
        watcher.Await(
            "the command ran",
            () => watcher.Get("/metrics").Contains("result=\"failed\"} 1", StringComparison.Ordinal),
            TimeSpan.FromSeconds(60));

        Assert.Contains("\nunpause_judge_restricted 1\n", watcher.Get("/metrics"), StringComparison.Ordinal);
        Assert.Contains(": exit code 40\n", watcher.End(), StringComparison.Ordinal);
        program.Kill();
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    /// <summary>A folder that everybody may enter.</summary>
    private string Make(string name)
    {
        File.SetUnixFileMode(_folder, (UnixFileMode)493);
        var path = Directory.CreateDirectory(Path.Combine(_folder, name)).FullName;
        File.SetUnixFileMode(path, (UnixFileMode)493);
        return path;
    }
}
