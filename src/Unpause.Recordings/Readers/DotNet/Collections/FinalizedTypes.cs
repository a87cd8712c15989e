using System.Runtime.InteropServices;
using Unpause.Recordings.Objects;
using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Recordings.Readers.DotNet.Collections;

/// <summary>
/// Counts by type the objects whose finalizers were started. Payload: dotnet/runtime, src/coreclr/vm/ClrEtwAll.man,
/// FinalizeObject (level verbose): the type's id.
/// </summary>
/// <param name="names">The names of types.</param>
internal sealed class FinalizedTypes(TypeTable names)
{
    private readonly Dictionary<long, long> _objects = [];
    private long _last;

    /// <summary>A finalizer is about to run.</summary>
    public void Started(in RuntimeEvent e)
    {
        var type = new PayloadReader(e.Payload, e.PointerBytes).Word();
        if (_objects.Count >= Limits.Names && !_objects.ContainsKey(type)) type = 0;
        CollectionsMarshal.GetValueRefOrAddDefault(_objects, type, out _)++;
        _last = type;
    }

    /// <summary>The types, the most objects first; null when the recording has no finalized object.</summary>
    public IReadOnlyList<FinalizedType>? Build() => _objects.Count == 0
        ? null
        : [.. _objects.Select(pair => new FinalizedType(names.NameOf(pair.Key), pair.Value)).OrderByDescending(type => type.Objects)];

    /// <summary>The type of the finalizer that was started last; null when it has no name.</summary>
    public string? Last() => names.NameOf(_last);
}
