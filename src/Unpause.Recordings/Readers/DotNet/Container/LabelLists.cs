namespace Unpause.Recordings.Readers.DotNet.Container;

/// <summary>
/// The lists of labels that events of version 6 refer to by an index until the next sequence point; the ids of activities are
/// kept of them. Block: first index, count, then lists of labels, each a kind and its value; the kind's high bit ends a list.
/// Format: NetTraceFormat.md in microsoft/perfview.
/// </summary>
internal sealed class LabelLists
{
    private const byte LastLabel = 0x80;
    private const byte ActivityId = 1;
    private const byte RelatedActivityId = 2;
    private const byte TraceId = 3;
    private const byte SpanId = 4;
    private const byte KeyString = 5;
    private const byte KeyNumber = 6;
    private const byte OpCode = 7;
    private const byte Keywords = 8;
    private const byte Level = 9;
    private const byte Version = 10;

    private readonly Dictionary<uint, (UInt128 Activity, UInt128 Related)> _lists = [];

    /// <summary>Takes a block of lists; false when it is damaged.</summary>
    public bool Add(ReadOnlySpan<byte> content)
    {
        var reader = new VarReader(content);
        var index = (uint)reader.Int32();
        reader.Int32();
        (UInt128 Activity, UInt128 Related) list = default;
        while (reader.Remaining > 0 && !reader.Failed)
        {
            var kind = reader.Byte();
            switch (kind & ~LastLabel)
            {
                case ActivityId: list.Activity = reader.UInt128(); break;
                case RelatedActivityId: list.Related = reader.UInt128(); break;
                case TraceId: reader.Skip(16); break;
                case SpanId or Keywords: reader.Skip(8); break;
                case KeyString: reader.Utf8(); reader.Utf8(); break;
                case KeyNumber: reader.Utf8(); reader.VarUInt64(); break;
                case OpCode or Level or Version: reader.Skip(1); break;
                // Kinds to come have no length: what follows cannot be determined.
                default: return true;
            }

            if ((kind & LastLabel) == 0) continue;
            if (list.Activity != 0 && !reader.Failed && _lists.Count < Limits.LabelLists) _lists[index] = list;
            index = unchecked(index + 1);
            list = default;
        }

        return !reader.Failed;
    }

    /// <summary>The activity of a list and the one that started it; 0 for none.</summary>
    public (UInt128 Activity, UInt128 Related) Get(uint index) => _lists.GetValueOrDefault(index);

    /// <summary>Forgets all: indexes start anew after a sequence point.</summary>
    public void Clear() => _lists.Clear();
}
