using Unpause.Recordings.Exits;
using Unpause.Recordings.Packed;
using Unpause.Recordings.Words;

namespace Unpause.Recordings.Readers.Python;

/// <summary>
/// Separates the collections that CPython makes at shutdown, after the exit handlers (Python/pylifecycle.c, <c>Py_FinalizeEx</c>): the
/// agent's own handler, registered first and so run last, records when that begins.
/// </summary>
/// <param name="exited">When it began, on the agent's clock; 0 when it hasn't.</param>
internal sealed class AgentExit(long exited)
{
    private readonly CollectionTable _collections = new();
    private readonly List<Pause> _pauses = [];

    /// <summary>Takes a collection if it is one of them.</summary>
    /// <param name="record">The collection, those before it given already.</param>
    /// <param name="zero">The recording's zero on the agent's clock.</param>
    public bool Take(in AgentRecord record, long zero)
    {
        if (exited <= 0 || record.Start < exited) return false;
        var took = record.End - record.Start;
        if (record.Ended && took <= Limits.PauseNanoseconds && zero is >= 0 and < Limits.LongestNanoseconds)
        {
            _pauses.Add(new Pause(record.Start - zero, took, _collections.Count, "collection"));
        }

        var index = _collections.Add((long)Math.Min(record.Sequence, long.MaxValue));
        if (record.Generation != AgentRecord.NoGeneration)
            _collections.SetName(index, CollectionColumn.Generation, AgentReader.GenerationNames[record.Generation]);
        _collections.Set(index, CollectionColumn.Start, record.Start - zero);
        _collections.SetName(index, CollectionColumn.Cause, Causes.Other);
        _collections.SetName(index, CollectionColumn.RuntimeCause, "interpreter exit");
        return true;
    }

    /// <summary>What was taken; null when there was nothing.</summary>
    public ExitCollections? Build() => _collections.Count == 0 ? null : new ExitCollections(_collections, _pauses);
}
