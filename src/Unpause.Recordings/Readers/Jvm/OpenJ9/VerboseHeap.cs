namespace Unpause.Recordings.Readers.Jvm.OpenJ9;

/// <summary>Which of an increment's two states of the heap is being read.</summary>
internal enum HeapSide
{
    None,
    Before,
    After,
}

/// <summary>Sizes of the heap before and after an increment of a cycle, and what was copied and allocated.</summary>
internal sealed class VerboseHeap(RecordingBuilder recording)
{
    private bool _countsSurvivor;

    /// <summary>The state whose tags follow.</summary>
    public HeapSide Side { get; set; }

    /// <summary>Whether the increment is its cycle's first: the heap before it is the heap before the cycle.</summary>
    public bool IsFirst { get; set; }

    /// <summary>Takes in a tag; false when a size is missing or cannot be.</summary>
    public bool Apply(OpenCycle cycle, in VerboseTag tag)
    {
        var collection = recording.Edit(cycle.Index);
        switch (tag.Element)
        {
            case VerboseElement.Memory: return Side == HeapSide.None || TryTakeHeap(collection, tag);
            case VerboseElement.Space: return Side == HeapSide.None || TryTakeSpace(collection, tag);
            case VerboseElement.Copied: return TryTakeCopied(cycle, collection, tag);
            case VerboseElement.CopyFailed:
                if (tag.Text("type"u8).SequenceEqual("tenure"u8)) JvmProcess.Mark(collection, JvmMarks.PromotionFailed);
                return true;
            case VerboseElement.Allocated:
                if (tag.Bytes("totalBytes"u8) is not { } allocated) return false;
                collection.AllocatedBytes = Total.From(collection.AllocatedBytes ?? 0) + allocated;
                return true;
            // Without the heap's size it cannot be known how much is in use.
            default: return true;
        }
    }

    private bool TryTakeHeap(Collection.Builder collection, in VerboseTag tag)
    {
        if (!TryTakeUsed(tag, out var used, out var total)) return false;
        _countsSurvivor = true;
        if (Side == HeapSide.After)
        {
            collection.HeapAfterBytes = used;
            collection.HeapCapacityBytes = total;
        }
        else if (IsFirst)
        {
            collection.HeapBeforeBytes = used;
        }
        else
        {
            _countsSurvivor = false;
        }

        return true;
    }

    private bool TryTakeSpace(Collection.Builder collection, in VerboseTag tag)
    {
        if (!TryTakeUsed(tag, out var used, out _)) return false;
        var type = tag.Text("type"u8);
        if (Side == HeapSide.Before && (type.SequenceEqual("nursery"u8) || type.SequenceEqual("eden"u8)))
        {
            if (IsFirst) collection.YoungBeforeBytes = used;
        }
        else if (_countsSurvivor && type.SequenceEqual("survivor"u8))
        {
            // The space that objects will be copied to is empty; the log has it as full, because nothing may be allocated there.
            _countsSurvivor = false;
            if (Side == HeapSide.After)
            {
                if (collection.HeapAfterBytes is { } after) collection.HeapAfterBytes = Math.Max(0, after - used);
                return true;
            }

            if (collection.HeapBeforeBytes is { } before) collection.HeapBeforeBytes = Math.Max(0, before - used);
            if (collection.YoungBeforeBytes is { } young) collection.YoungBeforeBytes = Math.Max(0, young - used);
        }

        return true;
    }

    /// <summary>What a scavenge copied; of a partial collection, older regions are among it.</summary>
    private static bool TryTakeCopied(OpenCycle cycle, Collection.Builder collection, in VerboseTag tag)
    {
        if (tag.Bytes("bytes"u8) is not { } bytes) return false;
        if (cycle.Word.Generation != Generations.Young) return true;
        collection.SurvivorBytes = Total.From(collection.SurvivorBytes ?? 0) + bytes;
        collection.PromotedBytes ??= 0;
        if (tag.Text("type"u8).SequenceEqual("tenure"u8)) collection.PromotedBytes = Total.From(collection.PromotedBytes ?? 0) + bytes;
        return true;
    }

    private static bool TryTakeUsed(in VerboseTag tag, out long used, out long total)
    {
        (used, total) = (0, tag.Bytes("total"u8) ?? -1);
        if (total < 0 || tag.Bytes("free"u8) is not { } free || free > total) return false;
        used = total - free;
        return true;
    }
}
