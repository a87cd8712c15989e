using System.Runtime.CompilerServices;

namespace Unpause.Recordings;

/// <content>How a collection is filled while its recording is read.</content>
public sealed partial class Collection
{
    /// <summary>
    /// Fills one collection of an unfinished recording: <see cref="RecordingBuilder.Begin"/> gives it. It is a value of two
    /// references, so that a million collections cost no second object each; once the recording is built, a set throws.
    /// </summary>
    internal readonly struct Builder
    {
        private readonly RecordingBuilder _recording;
        private readonly Collection _collection;

        /// <summary>For a collection that stands in a recording under construction.</summary>
        /// <param name="recording">The recording.</param>
        /// <param name="index">Index into its collections.</param>
        public Builder(RecordingBuilder recording, int index)
        {
            _recording = recording;
            _collection = recording.Collections[index];
        }

        /// <inheritdoc cref="Collection.Number"/>
        public long Number => _collection.Number;

        /// <inheritdoc cref="Collection.Generation"/>
        public string? Generation
        {
            get => _collection.Generation;
            set => Open._generation = value;
        }

        /// <inheritdoc cref="Collection.Kind"/>
        public CollectionKind Kind
        {
            get => _collection.Kind;
            set => Open._kind = value;
        }

        /// <inheritdoc cref="Collection.Cause"/>
        public string? Cause
        {
            get => _collection.Cause;
            set => Open._cause = value;
        }

        /// <inheritdoc cref="Collection.RuntimeCause"/>
        public string? RuntimeCause
        {
            get => _collection.RuntimeCause;
            set => Open._runtimeCause = value;
        }

        /// <inheritdoc cref="Collection.Induced"/>
        public bool Induced
        {
            get => _collection.Induced;
            set => Open._induced = value;
        }

        /// <inheritdoc cref="Collection.StartNanoseconds"/>
        public long? StartNanoseconds
        {
            get => _collection.StartNanoseconds;
            set => Open._startNanoseconds = value ?? Unknown;
        }

        /// <inheritdoc cref="Collection.EndNanoseconds"/>
        public long? EndNanoseconds
        {
            get => _collection.EndNanoseconds;
            set => Open._endNanoseconds = value ?? Unknown;
        }

        /// <inheritdoc cref="Collection.HeapBeforeBytes"/>
        public long? HeapBeforeBytes
        {
            get => _collection.HeapBeforeBytes;
            set => Open._heapBeforeBytes = value ?? Unknown;
        }

        /// <inheritdoc cref="Collection.HeapAfterBytes"/>
        public long? HeapAfterBytes
        {
            get => _collection.HeapAfterBytes;
            set => Open._heapAfterBytes = value ?? Unknown;
        }

        /// <inheritdoc cref="Collection.HeapCapacityBytes"/>
        public long? HeapCapacityBytes
        {
            get => _collection.HeapCapacityBytes;
            set => Open._heapCapacityBytes = value ?? Unknown;
        }

        /// <inheritdoc cref="Collection.PromotedBytes"/>
        public long? PromotedBytes
        {
            get => _collection.PromotedBytes;
            set => Open._promotedBytes = value ?? Unknown;
        }

        /// <inheritdoc cref="Collection.SurvivorBytes"/>
        public long? SurvivorBytes
        {
            get => _collection.SurvivorBytes;
            set => Open._survivorBytes = value ?? Unknown;
        }

        /// <inheritdoc cref="Collection.YoungBeforeBytes"/>
        public long? YoungBeforeBytes
        {
            get => _collection.YoungBeforeBytes;
            set => Open._youngBeforeBytes = value ?? Unknown;
        }

        /// <inheritdoc cref="Collection.YoungTargetBytes"/>
        public long? YoungTargetBytes
        {
            get => _collection.YoungTargetBytes;
            set => Open._youngTargetBytes = value ?? Unknown;
        }

        /// <inheritdoc cref="Collection.LiveBytes"/>
        public long? LiveBytes
        {
            get => _collection.LiveBytes;
            set => Open._liveBytes = value ?? Unknown;
        }

        /// <inheritdoc cref="Collection.AllocatedBytes"/>
        public long? AllocatedBytes
        {
            get => _collection.AllocatedBytes;
            set => Open._allocatedBytes = value ?? Unknown;
        }

        /// <inheritdoc cref="Collection.WholeHeap"/>
        public bool WholeHeap
        {
            get => _collection.WholeHeap;
            set => Open._wholeHeap = value;
        }

        /// <inheritdoc cref="Collection.FreedObjects"/>
        public long? FreedObjects
        {
            get => _collection.FreedObjects;
            set => (Open._objects ??= new ObjectCounts()).Freed = value;
        }

        /// <inheritdoc cref="Collection.UncollectableObjects"/>
        public long? UncollectableObjects
        {
            get => _collection.UncollectableObjects;
            set => (Open._objects ??= new ObjectCounts()).Uncollectable = value;
        }

        /// <inheritdoc cref="Collection.CpuNanoseconds"/>
        public long? CpuNanoseconds
        {
            get => _collection.CpuNanoseconds;
            set => Open._cpuNanoseconds = value ?? Unknown;
        }

        /// <inheritdoc cref="Collection.SystemCpuNanoseconds"/>
        public long? SystemCpuNanoseconds
        {
            get => _collection.SystemCpuNanoseconds;
            set => Open._systemCpuNanoseconds = value ?? Unknown;
        }

        /// <inheritdoc cref="Collection.Marks"/>
        public IReadOnlyList<string>? Marks
        {
            get => _collection.Marks;
            set => Open._marks = value;
        }

        private Collection Open
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get
            {
                _recording.ThrowIfBuilt();
                return _collection;
            }
        }
    }
}
