using Unpause.Recordings.Readers;

namespace Unpause.Recordings.Cycles;

/// <summary>
/// The lines of a snapshot's file with types, objects and references (agents/python/CYCLES.md): bounded, and only with references to
/// existing objects.
/// </summary>
/// <param name="types">Receives names of types.</param>
/// <param name="objects">Receives objects.</param>
/// <param name="references">Receives references among them.</param>
internal sealed class GraphLines(List<string> types, List<GarbageObject> objects, List<Reference> references)
{
    private const string Other = "other";
    private readonly NameTable _names = new([], Limits.CycleNames);
    private readonly HashSet<int> _written = [];

    /// <summary>The string for a name.</summary>
    public string Name(ReadOnlySpan<byte> utf8) => _names.Get(utf8);

    /// <summary>Parses a line; false when it is another, or not understood.</summary>
    public bool Take(byte letter, TabbedLine fields) => letter switch
    {
        (byte)'t' => TakeType(fields),
        (byte)'o' => TakeObject(fields),
        (byte)'e' => TakeReference(fields),
        _ => false,
    };

    // Types are numbered in order of discovery, so a number may precede smaller ones.
    private bool TakeType(TabbedLine fields)
    {
        if (!fields.TryIndex(Limits.CycleTypes, out var type) || !_written.Add(type)) return false;
        while (types.Count <= type) types.Add(Other);
        types[type] = Name(fields.Text());
        return true;
    }

    private bool TakeObject(TabbedLine fields)
    {
        if (objects.Count == Limits.CycleObjects || !fields.TryIndex(types.Count, out var type)
            || !fields.TryNumber(out var bytes) || !fields.TryNumber(out _) || !fields.TryNumber(out var leafBytes)) return false;
        objects.Add(new GarbageObject(type, bytes, leafBytes, Name(fields.Text()), Name(fields.Text()), Name(fields.Text())));
        return true;
    }

    private bool TakeReference(TabbedLine fields)
    {
        if (references.Count == Limits.CycleReferences || !fields.TryIndex(objects.Count, out var from)
            || !fields.TryIndex(objects.Count, out var to) || fields.Text() is not [var letter]) return false;
        var kind = letter switch
        {
            (byte)'a' => ReferredBy.Attribute,
            (byte)'i' => ReferredBy.Item,
            (byte)'k' => ReferredBy.Key,
            (byte)'n' => ReferredBy.OtherKey,
            (byte)'K' => ReferredBy.IsKey,
            (byte)'l' => ReferredBy.Local,
            _ => ReferredBy.Unnamed,
        };
        references.Add(new Reference(from, to, kind, Name(fields.Text())));
        return true;
    }
}
