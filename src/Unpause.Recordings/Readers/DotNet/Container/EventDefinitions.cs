namespace Unpause.Recordings.Readers.DotNet.Container;

/// <summary>The definition of a metadata number in a file, for the events that are wanted.</summary>
internal sealed class EventDefinitions
{
    private const int LongestProvider = 64;

    // The runtime numbers definitions from 1.
    private EventDefinition?[] _wanted = new EventDefinition?[64];

    /// <summary>The definition of a metadata number; null when its events are not wanted or it is not known.</summary>
    public EventDefinition? Find(int metadataId) => (uint)metadataId < (uint)_wanted.Length ? _wanted[metadataId] : null;

    /// <summary>Reads one definition (NetTraceFormat_v5.md, metadata event encoding); the fields' types are not needed.</summary>
    public void Add(ReadOnlySpan<byte> blob)
    {
        var payload = new PayloadReader(blob);
        var metadataId = payload.Int32();
        var provider = ProviderOf(System.Runtime.InteropServices.MemoryMarshal.Cast<byte, char>(payload.Utf16()));
        var id = payload.Int32();
        payload.Utf16();
        payload.Skip(8);
        var version = payload.Int32();
        if (payload.Short || provider is not { } known || metadataId is < 0 or >= Limits.EventDefinitions) return;
        Set(metadataId, known, id, version);
    }

    private void Set(int metadataId, EventProvider known, int id, int version)
    {
        var use = WantedEvents.UseOf(known, id);
        if (use == EventUse.None)
        {
            if (metadataId < _wanted.Length) _wanted[metadataId] = null;
            return;
        }

        if (metadataId >= _wanted.Length) Array.Resize(ref _wanted, Math.Max(metadataId + 1, _wanted.Length * 2));
        _wanted[metadataId] = new EventDefinition(known, id, version, use);
    }

    /// <summary>
    /// Reads a block of definitions of version 6: a header, then rows of a 16-bit size, number, provider, event's number and
    /// name, fields, and optional parts; part 9 is the version (NetTraceFormat.md). False when it is damaged.
    /// </summary>
    public bool AddBlock(ReadOnlySpan<byte> content)
    {
        var reader = new VarReader(content);
        reader.Skip(reader.UInt16());
        while (reader.Remaining > 0 && !reader.Failed)
        {
            var row = new VarReader(reader.Take(reader.UInt16()));
            if (reader.Failed) return false;
            var metadataId = row.VarUInt32();
            var provider = ProviderOf(row.Utf8());
            var id = row.VarUInt32();
            row.Utf8();
            if (row.Failed) return false;
            if (provider is not { } known || metadataId >= Limits.EventDefinitions || id > int.MaxValue) continue;
            for (var fields = row.UInt16(); fields > 0 && !row.Failed; fields--) row.Skip(row.UInt16());
            Set((int)metadataId, known, (int)id, VersionOf(row.Take(row.UInt16())));
        }

        return !reader.Failed;
    }

    /// <summary>Forgets all: numbers start anew.</summary>
    public void Clear() => Array.Clear(_wanted);

    /// <summary>The version among an event's optional parts; 0 when there is none.</summary>
    private static int VersionOf(ReadOnlySpan<byte> parts)
    {
        var reader = new VarReader(parts);
        while (reader.Remaining > 0 && !reader.Failed)
        {
            switch (reader.Byte())
            {
                case 1 or 8: reader.Skip(1); break;
                case 3: reader.Skip(8); break;
                case 4 or 5: reader.Utf8(); break;
                case 6: reader.Utf8(); reader.Utf8(); break;
                case 7: reader.Skip(16); break;
                case 9: return reader.Byte();
                // Kinds to come have no length: what follows cannot be determined.
                default: return 0;
            }
        }

        return 0;
    }

    private static EventProvider? ProviderOf(ReadOnlySpan<byte> utf8)
    {
        Span<char> name = stackalloc char[LongestProvider];
        return utf8.Length <= name.Length && System.Text.Encoding.UTF8.TryGetChars(utf8, name, out var length)
            ? ProviderOf(name[..length])
            : null;
    }

    private static EventProvider? ProviderOf(ReadOnlySpan<char> name) => name switch
    {
        EventSources.Runtime => EventProvider.Runtime,
        EventSources.RuntimePrivate => EventProvider.RuntimePrivate,
        "Microsoft-Windows-DotNETRuntimeRundown" => EventProvider.Rundown,
        "Microsoft-DotNETCore-EventPipe" => EventProvider.EventPipe,
        "Microsoft-DotNETCore-SampleProfiler" => EventProvider.SampleProfiler,
        EventSources.AspNetCoreHosting => EventProvider.AspNetCoreHosting,
        EventSources.HttpClient => EventProvider.HttpClient,
        EventSources.Counters => EventProvider.Counters,
        _ => null,
    };
}

/// <summary>An event that is wanted.</summary>
/// <param name="Id">Its number in the provider's manifest.</param>
/// <param name="Version">The version of its payload's layout.</param>
/// <param name="Use">What is wanted of it.</param>
internal sealed record EventDefinition(EventProvider Provider, int Id, int Version, EventUse Use);
