using System.Text;
using Unpause.Recordings.Readers.Perf;
using Unpause.Recordings.Words;

namespace Unpause.Recordings.Readers.Go.Profiles;

/// <summary>
/// The samples of Go's CPU profile as those of perf: Go interrupts its threads a hundred times for each second of CPU time, and sees no
/// code of the kernel (src/runtime/pprof/pprof.go, StartCPUProfile).
/// </summary>
internal static class CpuProfile
{
    /// <summary>Puts the stacks into their classes.</summary>
    /// <param name="tables">The profile's tables.</param>
    /// <param name="stacks">Functions, the innermost first, with the samples that were taken in them.</param>
    /// <param name="files">The input's name.</param>
    /// <param name="coverage">What was noted of it.</param>
    public static IReadOnlyList<Recording> Read(
        ProfileTables tables,
        IReadOnlyList<(IReadOnlyList<string> Stack, long Value, long Other)> stacks,
        IReadOnlyList<string> files,
        CoverageBuilder coverage)
    {
        var set = new SampleSet();
        var sample = new SampleStack();
        var program = tables.Mappings is [var first, ..] ? Path.GetFileName(tables.Text(first.File)) : null;
        var thread = set.IndexOfThread(Encoding.UTF8.GetBytes(program ?? ""));
        foreach (var (frames, samples, _) in stacks)
        {
            sample.BeginProfiled(thread, samples);
            foreach (var frame in frames)
            {
                var name = set.Names.IndexOf(Encoding.UTF8.GetBytes(frame));
                sample.Add(name, set.Names.BitsOf(name));
            }

            set.Add(sample);
        }

        var known = CpuRuntime.All.First(runtime => runtime.Id == Runtimes.Go);
        return new CpuRecordings(set, Event(tables), PerfFormats.CpuProfile) { Known = known }.Finish(files, coverage);
    }

    private static string Event(ProfileTables tables) => "Go's CPU profile"
        + (tables.DurationNanoseconds is { } length ? $" of {Quantities.Duration((double)length)}" : "")
        + (tables.Period is { } period ? $", nominally one per {Quantities.Duration((double)period)} of CPU time" : "");
}
