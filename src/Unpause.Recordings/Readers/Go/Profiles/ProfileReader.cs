using Unpause.Recordings.Allocations;
using Unpause.Recordings.Readers.Perf;

namespace Unpause.Recordings.Readers.Go.Profiles;

/// <summary>
/// Reads what runtime/pprof and net/http/pprof write of a Go program: profiles of allocations, of the heap, of goroutines and of the
/// CPU (google/pprof, proto/profile.proto; Go, src/runtime/pprof/protomem.go, proto.go). Of memory the numbers are scaled up to all by Go.
/// </summary>
internal sealed class ProfileReader : IRecordingReader
{
    private readonly CoverageBuilder _coverage = new();

    /// <summary>
    /// Whether a block is the beginning of a profile: a sample type (1), a message of two small numbers, before which Go writes the type
    /// (11) and the length (12) of the period, or of the CPU the time (9).
    /// </summary>
    public static bool Recognises(ReadOnlySpan<byte> block)
    {
        if (block is not ([0x0a or 0x5a, 4, 8, < 0x80, 0x10, < 0x80, ..] or [0x48, ..])) return false;
        var fields = new ProtobufFields(block);
        while (fields.MoveNext() && fields.Number is 1 or 9 or 11 or 12)
        {
            if (fields.Number == 1) return fields.Bytes is [8, < 0x80, 0x10, < 0x80];
        }

        return false;
    }

    /// <inheritdoc/>
    public string? Fault { get; private set; }

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        var message = ProfileBytes.Read(stream, out var fault);
        if ((Fault = fault) is not null) return [];
        var tables = new ProfileTables(message);
        context.Memory.Watch(() => tables.MemoryBytes);
        var types = ProfileTypes.From(tables);
        if ((Fault = tables.Fault ?? types.Refusal) is not null) return [];
        var stacks = new ProfileStacks(tables);
        context.Memory.Watch(() => stacks.MemoryBytes);
        stacks.Read(message.Span);
        if (stacks.Samples > 0 && !tables.IsOfGo())
        {
            Fault = tables.HasFunctions ? "it is not of a Go program: only Go's profiles are read" : "its locations have no function names";
            return [];
        }

        Note(tables, stacks);
        return types.Main == types.Cpu
            ? CpuProfile.Read(tables, stacks.GetLargest(types.Cpu), context.Files, _coverage)
            : [Build(tables, types, stacks, context)];
    }

    private Recording Build(ProfileTables tables, ProfileTypes types, ProfileStacks stacks, ReadContext context)
    {
        var profile = ProfileOf(tables, types, stacks);
        var recording = new RecordingBuilder
        {
            Coverage = _coverage,
            Source = new SourceBuilder
            {
                Format = GoDescriptor.Profile,
                Runtime = Runtimes.Go,
                Files = context.Files,
                Collector = "concurrent mark-sweep",
                Command = profile.Program,
            },
            Profiles = [profile],
        };
        if (types.Allocated >= 0)
            recording.Allocations = new AllocationSamples(
                Sites(stacks, types.Allocated, types.AllocatedObjects), ProfileBasis.OfAllocations(tables), LargeObjectsExact: false);
        // The difference of two heaps is none.
        if (types.InUse >= 0 && tables.DurationNanoseconds is null)
            recording.LiveHeap = new HeapInUse(Sites(stacks, types.InUse, types.InUseObjects), ProfileBasis.OfLiveHeap(tables));
        if (types.Goroutines >= 0)
        {
            var moment = new GoroutineMoment(profile.UnixNanoseconds, profile.Sum);
            var sites = stacks.GetLargest(types.Goroutines).ConvertAll(site => new GoroutineSite(site.Stack, [site.Value]));
            recording.Goroutines = new Goroutines([moment], sites, ProfileBasis.Goroutines);
        }

        return recording.Build();
    }

    private static List<AllocationSite> Sites(ProfileStacks stacks, int bytes, int objects) => stacks.GetLargest(bytes, objects).ConvertAll(
        site => new AllocationSite(null, AllocationHeap.Small, site.Value, 0, site.Stack)
        {
            Objects = objects < 0 ? null : site.Other,
        });

    private static SourceProfile ProfileOf(ProfileTables tables, ProfileTypes types, ProfileStacks stacks)
    {
        ulong? kernel = null;
        foreach (var mapping in tables.Mappings)
        {
            if (tables.Text(mapping.File) == "[vdso]") kernel = mapping.Start;
        }

        var program = tables.Mappings is [var first, ..] ? first : default;
        return new SourceProfile(types.Kind, tables.UnixNanoseconds)
        {
            StretchNanoseconds = tables.DurationNanoseconds,
            Program = tables.Text(program.File) is { Length: > 0 } file ? file : null,
            BuildId = tables.Text(program.BuildId) is { Length: > 0 } id ? id : null,
            KernelCodeAddress = kernel,
            Sum = stacks.SumOf(types.Main),
        };
    }

    private void Note(ProfileTables tables, ProfileStacks stacks)
    {
        Note(stacks.Damaged, "unreadable sample", "left out", unreadable: true);
        Note(tables.Unknown, "reference", "to locations or functions that are missing from the profile", unreadable: true);
        Note(stacks.Negative, "value", "below zero left out: of a difference of profiles only growth is shown");
        Note(stacks.Merged, "sample", "beyond the limit of distinct stacks: their callers are missing");
    }

    private void Note(long count, string one, string what, bool unreadable = false)
    {
        if (count > 0) _coverage.Add($"{Quantities.Count(count, one)} {what}", unreadable);
    }
}

/// <summary>Describes where a profile's numbers come from.</summary>
internal static class ProfileBasis
{
    /// <summary>Of goroutines, which are not sampled.</summary>
    public const string Goroutines = "Go's goroutine profile (every goroutine is counted)";

    /// <summary>Of allocations: all since the process's start, or of a stretch.</summary>
    public static string OfAllocations(ProfileTables tables) => tables.DurationNanoseconds is { } stretch
        ? $"Go's allocation profile of {Quantities.Duration(stretch)}; {Sampling(tables)}"
        : $"Go's allocation profile, from the process's start to its last collection; {Sampling(tables)}";

    public static string OfLiveHeap(ProfileTables tables) => $"Go's heap profile, as of the last collection; {Sampling(tables)}";

    // runtime.MemProfileRate; 1 records every allocation.
    private static string Sampling(ProfileTables tables) => tables.Period switch
    {
        null => "sampling rate not recorded",
        1 => "every allocation recorded",
        { } period => $"one sample in {Quantities.Bytes((double)period)} on average, scaled to all",
    };
}

/// <summary>
/// The samples of Go's CPU profile as those of perf: Go interrupts its threads a hundred times for each second of CPU time, and sees no
/// code of the kernel (src/runtime/pprof/pprof.go, StartCPUProfile).
/// </summary>
internal static class CpuProfile
{
    /// <summary>Puts the stacks into their classes.</summary>
    /// <param name="stacks">Functions, the innermost first, with the samples that were taken in them.</param>
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

/// <summary>What a profile counts, by the names of its sample types, and the index of each among a sample's values; -1 for none.</summary>
internal sealed class ProfileTypes
{
    // What Go writes (src/runtime/pprof/pprof.go), and what others do with the same format.
    private static readonly (string Type, string What)[] Others =
    [
        ("contentions", "a profile of lock contention (block or mutex)"),
        ("threadcreate", "a profile of thread creation (threadcreate)"),
        ("goroutineleak", "a profile of leaked goroutines (goroutineleak)"),
    ];

    private ProfileTypes(IReadOnlyList<string> types, string defaultType)
    {
        int IndexOf(string type) => types.ToList().IndexOf(type);
        (Allocated, AllocatedObjects) = (IndexOf("alloc_space"), IndexOf("alloc_objects"));
        (InUse, InUseObjects) = (IndexOf("inuse_space"), IndexOf("inuse_objects"));
        Goroutines = IndexOf("goroutine");
        Kind = Goroutines >= 0 ? ProfileKind.Goroutines
            : Allocated >= 0 && defaultType is "alloc_space" or "alloc_objects" ? ProfileKind.Allocations
            : ProfileKind.Heap;
        Cpu = types.Contains("cpu") ? IndexOf("samples") : -1;
        Main = Goroutines >= 0 ? Goroutines : Allocated >= 0 ? Allocated : InUse >= 0 ? InUse : Cpu;
        if (Main >= 0) return;
        var other = Array.Find(Others, other => types.Contains(other.Type)).What ?? "a profile of unknown values";
        Refusal = $"it is {other}; unpause reads Go's profiles of allocations (allocs), the heap, goroutines and the CPU, "
            + "go tool pprof reads all of them";
    }

    /// <summary>The kind of profile, by its default sample type.</summary>
    public ProfileKind Kind { get; }

    /// <summary>Index of allocated bytes.</summary>
    public int Allocated { get; }

    /// <summary>Index of allocated objects.</summary>
    public int AllocatedObjects { get; }

    /// <summary>Index of bytes in use.</summary>
    public int InUse { get; }

    /// <summary>Index of objects in use.</summary>
    public int InUseObjects { get; }

    public int Goroutines { get; }

    /// <summary>Index of the number of samples of a CPU profile.</summary>
    public int Cpu { get; }

    /// <summary>Index of the values by which profiles of one kind are compared.</summary>
    public int Main { get; }

    /// <summary>Why it isn't read, as a phrase; null when it is.</summary>
    public string? Refusal { get; }

    public static ProfileTypes From(ProfileTables tables) => new(tables.Types, tables.DefaultType);
}
