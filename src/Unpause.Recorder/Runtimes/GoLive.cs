using System.Runtime.Versioning;
using System.Text;
using Unpause.Recorder.Live;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Runtimes;

/// <summary>Live Go programs: seen, but not recordable, because GODEBUG is read at the start only.</summary>
[SupportedOSPlatform("linux")]
internal static class GoLive
{
    /// <summary>What is seen of a Go program; null when the process is none.</summary>
    public static LiveProcess? Describe(ProcessView process)
    {
        if (!GoExecutable.Is(Encoding.UTF8.GetBytes($"/proc/{process.Id}/exe"))) return null;
        return new LiveProcess(process.Id, UserName.Of(process.UserId), Unpause.Recordings.Words.Runtimes.Go)
        {
            Version = GoExecutable.VersionOf($"/proc/{process.Id}/exe"),
            HeapLimitBytes = process.Variable("GOMEMLIMIT") is { } limit
                && Quantities.TryParseSize(limit.EndsWith('B') ? limit : limit + "B", out var bytes) ? (long)bytes : null,
            StartedAt = process.StartedAt,
            Command = process.Arguments,
            Obstacles =
            [
                new Obstacle("Go reads GODEBUG only at its start, so a running program's collections can't be switched on",
                    "start it with: unpause run -- CMD…, or with GODEBUG=gctrace=1 and 2>gc.txt, then: unpause report gc.txt; where it "
                    + "serves net/http/pprof, curl -o trace 'http://HOST/debug/pprof/trace?seconds=10' and go tool "
                    + "trace show single collections"),
            ],
        };
    }
}
