using System.Buffers;
using System.Text.Json;

namespace Unpause.Recordings.Readers.Node;

/// <summary>
/// V8's statistics of a heap at one moment, in either of two spellings: that of the trace event <c>V8.GC_Heap_Stats</c>
/// (<c>used_heap_size</c>) and that of <c>v8.GCProfiler</c> (<c>usedHeapSize</c>).
/// </summary>
internal sealed class V8HeapStatistics
{
    private readonly long[] _spaces = NewSpaces();

    /// <summary>Whether anything was read.</summary>
    public bool IsKnown { get; private set; }

    public long? UsedBytes { get; private set; }

    public long? TotalBytes { get; private set; }

    public long? LimitBytes { get; private set; }

    /// <summary>Memory outside the heap that objects of it own: Buffers.</summary>
    public long? ExternalBytes { get; private set; }

    /// <summary>Bytes in use in a space; null when not recorded.</summary>
    public long? this[HeapSpace space] => _spaces[space.Index] >= 0 ? _spaces[space.Index] : null;

    /// <summary>Forgets everything.</summary>
    public void Clear()
    {
        (IsKnown, UsedBytes, TotalBytes, LimitBytes, ExternalBytes) = (false, null, null, null, null);
        _spaces.AsSpan().Fill(-1);
    }

    /// <summary>Sets the bytes in use in a space.</summary>
    public void Set(HeapSpace space, long bytes)
    {
        _spaces[space.Index] = bytes;
        IsKnown = true;
    }

    /// <summary>Sets the memory outside the heap that objects of it own.</summary>
    public void SetExternal(long bytes)
    {
        ExternalBytes = bytes;
        IsKnown = true;
    }

    /// <summary>Reads statistics that are JSON in a JSON string.</summary>
    /// <param name="escaped">With the escapes of the string.</param>
    public void Read(ReadOnlySpan<byte> escaped)
    {
        if (escaped.IsEmpty || escaped.Length > Limits.BlockBytes) return;
        var text = ArrayPool<byte>.Shared.Rent(escaped.Length);
        try
        {
            var length = 0;
            // Names and numbers have no other escapes than those of quotes.
            foreach (var each in escaped)
            {
                if (each != '\\') text[length++] = each;
            }

            var json = new Utf8JsonReader(text.AsSpan(0, length), new JsonReaderOptions { MaxDepth = Limits.JsonDepth });
            if (json.Read() && json.TokenType == JsonTokenType.StartObject) Take(ref json);
        }
        catch (JsonException)
        {
            Clear();
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(text);
        }
    }

    /// <summary>Reads the object that a reader is at the start of, up to its end.</summary>
    public void Take(scoped ref Utf8JsonReader json)
    {
        var depth = json.CurrentDepth;
        HeapSpace? space = null;
        var isSpace = false;
        var field = Field.None;
        while (json.Read() && !(json.TokenType == JsonTokenType.EndObject && json.CurrentDepth == depth))
        {
            switch (json.TokenType)
            {
                case JsonTokenType.PropertyName:
                    field = FieldOf(json.ValueSpan);
                    break;
                case JsonTokenType.String when field == Field.SpaceName:
                    (space, isSpace) = (NodeSpaces.Find(json.ValueSpan), true);
                    break;
                case JsonTokenType.Number when json.TryGetInt64(out var number) && number is >= 0 and < Limits.HeapBytes:
                    if (field == Field.SpaceUsed && isSpace) Add(space, number);
                    else Set(field, number);
                    break;
                default:
                    break;
            }
        }
    }

    private void Add(HeapSpace? space, long bytes)
    {
        if (space is null) return;
        ref var sum = ref _spaces[space.Index];
        sum = Math.Max(sum, 0) + bytes;
    }

    private void Set(Field field, long number)
    {
        if (field == Field.Used) UsedBytes = number;
        else if (field == Field.Total) TotalBytes = number;
        else if (field == Field.Limit) LimitBytes = number;
        else if (field == Field.External) ExternalBytes = number;
        IsKnown |= field == Field.Used;
    }

    private static Field FieldOf(ReadOnlySpan<byte> name)
    {
        if (name.SequenceEqual("used_heap_size"u8) || name.SequenceEqual("usedHeapSize"u8)) return Field.Used;
        if (name.SequenceEqual("total_heap_size"u8) || name.SequenceEqual("totalHeapSize"u8)) return Field.Total;
        if (name.SequenceEqual("heap_size_limit"u8) || name.SequenceEqual("heapSizeLimit"u8)) return Field.Limit;
        if (name.SequenceEqual("external_memory"u8) || name.SequenceEqual("externalMemory"u8)) return Field.External;
        if (name.SequenceEqual("name"u8) || name.SequenceEqual("spaceName"u8)) return Field.SpaceName;
        return name.SequenceEqual("used_size"u8) || name.SequenceEqual("spaceUsedSize"u8) ? Field.SpaceUsed : Field.None;
    }

    private static long[] NewSpaces()
    {
        var spaces = new long[NodeSpaces.All.Count];
        spaces.AsSpan().Fill(-1);
        return spaces;
    }

    private enum Field
    {
        None,
        Used,
        Total,
        Limit,
        External,
        SpaceName,
        SpaceUsed,
    }
}
