namespace Unpause.Readers.DotNet;

/// <summary>What a metadata number in a file stands for, for the events that are wanted.</summary>
internal sealed class EventDefinitions
{
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
        var use = WantedEvents.UseOf(known, id);
        if (use == EventUse.None) return;
        if (metadataId >= _wanted.Length) Array.Resize(ref _wanted, Math.Max(metadataId + 1, _wanted.Length * 2));
        _wanted[metadataId] = new EventDefinition(known, id, version, use);
    }

    private static EventProvider? ProviderOf(ReadOnlySpan<char> name) => name switch
    {
        "Microsoft-Windows-DotNETRuntime" => EventProvider.Runtime,
        "Microsoft-Windows-DotNETRuntimePrivate" => EventProvider.RuntimePrivate,
        "Microsoft-Windows-DotNETRuntimeRundown" => EventProvider.Rundown,
        "Microsoft-DotNETCore-EventPipe" => EventProvider.EventPipe,
        "Microsoft-DotNETCore-SampleProfiler" => EventProvider.SampleProfiler,
        "Microsoft.AspNetCore.Hosting" => EventProvider.AspNetCoreHosting,
        "System.Net.Http" => EventProvider.HttpClient,
        _ => null,
    };
}
