namespace Unpause.Bench.App;

/// <summary>The ids that a request reads, unordered, drawn from twice their number, so that some occur twice.</summary>
internal readonly struct Group(uint seed, int start, int count)
{
    internal int Count => count;

    public Enumerator GetEnumerator() => new(seed, start, count);

    /// <summary>Generates the ids one by one.</summary>
    internal struct Enumerator(uint seed, int start, int count)
    {
        private readonly uint _width = 2 * (uint)count;
        private uint _state = seed;
        private int _left = count;

        public int Current { get; private set; }

        public bool MoveNext()
        {
            if (--_left < 0) return false;
            // Numerical Recipes' generator; its upper bits are the random ones.
            _state = unchecked((_state * 1_664_525) + 1_013_904_223);
            Current = start + (int)(((ulong)_state * _width) >> 32);
            return true;
        }
    }
}
