using Unpause.Recordings.Allocations;
using Unpause.Recordings.Words;

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
        context.Held.Watch(() => tables.HeldBytes);
        var types = ProfileTypes.Of(tables);
        if ((Fault = tables.Fault ?? types.Refusal) is not null) return [];
        var stacks = new ProfileStacks(tables);
        context.Held.Watch(() => stacks.HeldBytes);
        stacks.Read(message.Span);
        if (stacks.Samples > 0 && !tables.IsOfGo())
        {
            Fault = tables.HasFunctions ? "it is not of a Go program: only Go's profiles are read" : "its locations have no function names";
            return [];
        }

        Note(tables, stacks);
        return types.Main == types.Cpu
            ? CpuProfile.Read(tables, stacks.Of(types.Cpu), context.Files, _coverage)
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
            var sites = stacks.Of(types.Goroutines).ConvertAll(site => new GoroutineSite(site.Stack, [site.Value]));
            recording.Goroutines = new Goroutines([moment], sites, ProfileBasis.Goroutines);
        }

        return recording.Build();
    }

    private static List<AllocationSite> Sites(ProfileStacks stacks, int bytes, int objects) => stacks.Of(bytes, objects).ConvertAll(
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
