using System.Runtime.CompilerServices;
using Unpause.Recordings.Packed;

namespace Unpause.Recordings;

/// <content>How a collection is filled while its recording is read.</content>
public readonly partial record struct Collection
{
    /// <summary>
    /// Fills one collection of an unfinished recording: <see cref="RecordingBuilder.Begin"/> gives it. Once the recording is built, a set
    /// throws.
    /// </summary>
    internal readonly struct Builder
    {
        private readonly RecordingBuilder _recording;
        private readonly CollectionTable _table;
        private readonly int _index;

        /// <summary>For a collection of a recording under construction.</summary>
        /// <param name="index">Index into them.</param>
        public Builder(RecordingBuilder recording, CollectionTable table, int index) =>
            (_recording, _table, _index) = (recording, table, index);

        /// <inheritdoc cref="Recordings.Collection.Number"/>
        public long Number => Collection.Number;

        /// <inheritdoc cref="Recordings.Collection.Generation"/>
        public string? Generation
        {
            get => Collection.Generation;
            set => Open.SetName(_index, CollectionColumn.Generation, value);
        }

        /// <inheritdoc cref="Recordings.Collection.Kind"/>
        public CollectionKind Kind
        {
            get => Collection.Kind;
            set => Open.Set(_index, CollectionColumn.Kind, (long)value);
        }

        /// <inheritdoc cref="Recordings.Collection.Cause"/>
        public string? Cause
        {
            get => Collection.Cause;
            set => Open.SetName(_index, CollectionColumn.Cause, value);
        }

        /// <inheritdoc cref="Recordings.Collection.RuntimeCause"/>
        public string? RuntimeCause
        {
            get => Collection.RuntimeCause;
            set => Open.SetName(_index, CollectionColumn.RuntimeCause, value);
        }

        /// <inheritdoc cref="Recordings.Collection.Induced"/>
        public bool Induced
        {
            get => Collection.Induced;
            set => Open.Set(_index, CollectionColumn.Induced, value);
        }

        /// <inheritdoc cref="Recordings.Collection.StartNanoseconds"/>
        public long? StartNanoseconds
        {
            get => Collection.StartNanoseconds;
            set => Open.Set(_index, CollectionColumn.Start, value);
        }

        /// <inheritdoc cref="Recordings.Collection.EndNanoseconds"/>
        public long? EndNanoseconds
        {
            get => Collection.EndNanoseconds;
            set => Open.Set(_index, CollectionColumn.End, value);
        }

        /// <inheritdoc cref="Recordings.Collection.HeapBeforeBytes"/>
        public long? HeapBeforeBytes
        {
            get => Collection.HeapBeforeBytes;
            set => Open.Set(_index, CollectionColumn.HeapBefore, value);
        }

        /// <inheritdoc cref="Recordings.Collection.HeapAfterBytes"/>
        public long? HeapAfterBytes
        {
            get => Collection.HeapAfterBytes;
            set => Open.Set(_index, CollectionColumn.HeapAfter, value);
        }

        /// <inheritdoc cref="Recordings.Collection.HeapCapacityBytes"/>
        public long? HeapCapacityBytes
        {
            get => Collection.HeapCapacityBytes;
            set => Open.Set(_index, CollectionColumn.HeapCapacity, value);
        }

        /// <inheritdoc cref="Recordings.Collection.PromotedBytes"/>
        public long? PromotedBytes
        {
            get => Collection.PromotedBytes;
            set => Open.Set(_index, CollectionColumn.Promoted, value);
        }

        /// <inheritdoc cref="Recordings.Collection.SurvivorBytes"/>
        public long? SurvivorBytes
        {
            get => Collection.SurvivorBytes;
            set => Open.Set(_index, CollectionColumn.Survivor, value);
        }

        /// <inheritdoc cref="Recordings.Collection.YoungBeforeBytes"/>
        public long? YoungBeforeBytes
        {
            get => Collection.YoungBeforeBytes;
            set => Open.Set(_index, CollectionColumn.YoungBefore, value);
        }

        /// <inheritdoc cref="Recordings.Collection.YoungTargetBytes"/>
        public long? YoungTargetBytes
        {
            get => Collection.YoungTargetBytes;
            set => Open.Set(_index, CollectionColumn.YoungTarget, value);
        }

        /// <inheritdoc cref="Recordings.Collection.LiveBytes"/>
        public long? LiveBytes
        {
            get => Collection.LiveBytes;
            set => Open.Set(_index, CollectionColumn.Live, value);
        }

        /// <inheritdoc cref="Recordings.Collection.AllocatedBytes"/>
        public long? AllocatedBytes
        {
            get => Collection.AllocatedBytes;
            set => Open.Set(_index, CollectionColumn.Allocated, value);
        }

        /// <inheritdoc cref="Recordings.Collection.WholeHeap"/>
        public bool WholeHeap
        {
            get => Collection.WholeHeap;
            set => Open.Set(_index, CollectionColumn.WholeHeap, value);
        }

        /// <inheritdoc cref="Recordings.Collection.FreedObjects"/>
        public long? FreedObjects
        {
            get => Collection.FreedObjects;
            set => Open.Set(_index, CollectionColumn.FreedObjects, value);
        }

        /// <inheritdoc cref="Recordings.Collection.AllocatedObjects"/>
        public long? AllocatedObjects
        {
            get => Collection.AllocatedObjects;
            set => Open.Set(_index, CollectionColumn.AllocatedObjects, value);
        }

        /// <inheritdoc cref="Recordings.Collection.UncollectableObjects"/>
        public long? UncollectableObjects
        {
            get => Collection.UncollectableObjects;
            set => Open.Set(_index, CollectionColumn.UncollectableObjects, value);
        }

        /// <inheritdoc cref="Recordings.Collection.CpuNanoseconds"/>
        public long? CpuNanoseconds
        {
            get => Collection.CpuNanoseconds;
            set => Open.Set(_index, CollectionColumn.Cpu, value);
        }

        /// <inheritdoc cref="Recordings.Collection.SystemCpuNanoseconds"/>
        public long? SystemCpuNanoseconds
        {
            get => Collection.SystemCpuNanoseconds;
            set => Open.Set(_index, CollectionColumn.SystemCpu, value);
        }

        /// <inheritdoc cref="Recordings.Collection.Marks"/>
        public IReadOnlyList<string>? Marks
        {
            get => Collection.Marks;
            set => Open.SetMarks(_index, value);
        }

        private Collection Collection => new(_table, _index);

        private CollectionTable Open
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get
            {
                _recording.ThrowIfBuilt();
                return _table;
            }
        }
    }
}
