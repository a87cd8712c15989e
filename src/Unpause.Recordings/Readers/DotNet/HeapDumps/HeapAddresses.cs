using System.Runtime.CompilerServices;
using Unpause.Collections;

namespace Unpause.Recordings.Readers.DotNet.HeapDumps;

/// <summary>
/// Finds the object at an address. The runtime lists objects region by region, by rising address, so an address is four bytes
/// within its run, and is found among the runs and then within one.
/// </summary>
internal sealed class HeapAddresses
{
    /// <summary>Objects are at multiples of the pointer's size, 4 or 8.</summary>
    private const int WordShift = 2;

    /// <summary>
    /// A gap in which another region may lie that is listed before or later. Regions have 4 MB (gcconfig.h, GCRegionSize), never so
    /// little.
    /// </summary>
    private const ulong Gap = 256 * 1024;

    private readonly ChunkedList<uint> _words = [];
    private readonly List<(ulong Start, int First)> _listed = [];
    private (ulong Start, ulong Last, int First, int End)[] _runs = [];
    private ulong _last, _lastBytes;
    private int _found;

    /// <summary>Takes the next object's address; false when it can't be one, or there are more runs than a heap has.</summary>
    public bool TryAdd(ulong address, ulong bytes)
    {
        if (address == 0 || (address & ((1 << WordShift) - 1)) != 0) return false;
        if (_listed.Count == 0 || address <= _last || address - _last > _lastBytes + Gap
            || (address - _listed[^1].Start) >> WordShift > uint.MaxValue)
        {
            if (_listed.Count >= Limits.HeapRuns) return false;
            _listed.Add((address, _words.Count));
        }

        (_last, _lastBytes) = (address, Math.Min(bytes, uint.MaxValue));
        _words.Add((uint)((address - _listed[^1].Start) >> WordShift));
        return true;
    }

    /// <summary>All were added; false when two have the same address.</summary>
    public bool TryFinish()
    {
        _runs = new (ulong, ulong, int, int)[_listed.Count];
        for (var i = 0; i < _runs.Length; i++)
        {
            var (start, first) = _listed[i];
            var end = i + 1 < _listed.Count ? _listed[i + 1].First : _words.Count;
            _runs[i] = (start, start + ((ulong)_words[end - 1] << WordShift), first, end);
        }

        Array.Sort(_runs, static (a, b) => a.Start.CompareTo(b.Start));
        for (var i = 1; i < _runs.Length; i++)
        {
            if (_runs[i].Start <= _runs[i - 1].Last) return false;
        }

        return true;
    }

    /// <summary>The object at an address; −1 when there is none.</summary>
    public int Find(ulong address)
    {
        if (_runs.Length == 0) return -1;
        // References mostly lead near.
        if (!IsIn(_found, address) && !TryFindRun(address)) return -1;
        var (start, last, first, end) = _runs[_found];
        var word = (address - start) >> WordShift;
        if (((address - start) & ((1 << WordShift) - 1)) != 0) return -1;
        return FindWord((uint)word, (uint)((last - start) >> WordShift), first, end - 1);
    }

    /// <summary>Guesses by the distance, which is right where objects are about equally large, and halves in between.</summary>
    private int FindWord(uint word, uint highest, int low, int high)
    {
        ulong least = 0, most = highest;
        for (var guess = true; low <= high; guess = !guess)
        {
            var at = guess && most > least && word >= least && word <= most
                ? low + (int)((word - least) * (ulong)(high - low) / (most - least))
                : low + ((high - low) / 2);
            var found = _words[at];
            if (found == word) return at;
            if (found < word) (low, least) = (at + 1, found);
            else (high, most) = (at - 1, found);
        }

        return -1;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsIn(int run, ulong address) => address >= _runs[run].Start && address <= _runs[run].Last;

    private bool TryFindRun(ulong address)
    {
        int low = 0, high = _runs.Length - 1;
        while (low <= high)
        {
            var middle = (low + high) / 2;
            if (address < _runs[middle].Start)
            {
                high = middle - 1;
            }
            else if (address > _runs[middle].Last)
            {
                low = middle + 1;
            }
            else
            {
                _found = middle;
                return true;
            }
        }

        return false;
    }
}
