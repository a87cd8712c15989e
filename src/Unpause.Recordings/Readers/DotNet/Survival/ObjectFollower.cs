using Unpause.Recordings.Allocations;
using Unpause.Recordings.Readers.DotNet.Allocations;
using Unpause.Recordings.Readers.DotNet.Collections;

namespace Unpause.Recordings.Readers.DotNet.Survival;

/// <summary>
/// Follows sampled objects by their addresses from one collection to the next, where the recording lists survivors
/// (keyword 0x400000): what was in gen2, or among the large or pinned objects, and is in no range of a finished gen2
/// collection has died in gen2. A blocking collection frees what is in the generations that it condemned; a background
/// one only what was there when it began, and younger collections meanwhile have lists of their own.
/// </summary>
internal sealed class ObjectFollower
{
    private const string Basis = "sampled objects followed by address through the survivor ranges of each GC";
    private const int LargeGeneration = 3;
    private const int PinnedGeneration = 4;

    private readonly FollowedObjects _young = new();
    private readonly FollowedObjects _old = new();
    private readonly GenerationBounds _bounds = new();
    private readonly SurvivorList _survivors = new();
    private readonly Dictionary<AllocationPlace, (long Bytes, long Samples)> _died = [];
    private readonly SurvivorList.Receiver _receive;
    private OpenCollection? _foreground;
    private OpenCollection? _background;
    private bool _backgroundResumed;
    private bool _backgroundSweeps;
    private bool _foregroundInStop;
    private bool _oldListed;
    private bool _youngListed;
    private bool _listed;
    private long _followed;
    private long _promoted;
    private long _diedBytes;
    private long _lost;
    private int _judged;
    private int _notJudged;
    private long _steps;
    private bool _sampled;

    public ObjectFollower() => _receive = Receive;

    /// <summary>
    /// Follows an object from its allocation. Where a recording has both kinds of events, those are followed that came first.
    /// </summary>
    public void Allocated(ulong address, AllocationPlace place, long bytes, bool sampled)
    {
        if (address == 0 || _steps > Limits.FollowingSteps) return;
        if (_followed > 0 && _sampled != sampled) return;
        if (_young.Count + _old.Count >= Limits.FollowedObjects) return;
        _sampled = sampled;
        _followed += bytes;
        var generation = place.Heap switch { AllocationHeap.Large => LargeGeneration, AllocationHeap.Pinned => PinnedGeneration, _ => 0 };
        (generation >= FollowedObject.Old ? _old : _young).Add(new FollowedObject(address, generation, place, bytes));
    }

    public void Started(OpenCollection open)
    {
        _bounds.End();
        EndList();
        // The end of the one before is missing.
        if (_foreground is not null) ForgetAll();
        if (!open.Background)
        {
            _foreground = open;
            return;
        }

        _background = open;
        _backgroundResumed = _backgroundSweeps = false;
        _steps += _old.Count + _young.Count;
        _old.Keep(static followed => followed.InBackground = true);
        _young.Keep(static followed => !(followed.InBackground = false));
    }

    public void Survivors(in RuntimeEvent e)
    {
        _bounds.End();
        if ((_foreground ?? _background) is null || _steps > Limits.FollowingSteps) return;
        _listed = true;
        _survivors.Add(e, _receive);
    }

    public void GenerationRange(in RuntimeEvent e) => _bounds.Add(e);

    /// <summary>The threads run again: a background collection has listed its survivors, if it has.</summary>
    public void Restarted()
    {
        var foreground = _foregroundInStop;
        _foregroundInStop = false;
        if (_foreground is not null || _background is null) return;
        if (_backgroundResumed && !_survivors.IsEmpty) EndBackground();
        // Its first pause is over, then its second, in which it has swept the young generations; younger collections have theirs meanwhile.
        if (_backgroundResumed && !foreground && !_backgroundSweeps)
        {
            _backgroundSweeps = true;
            _steps += _young.Count;
            _young.Keep(static followed => followed.InBackground = true);
        }

        _backgroundResumed = true;
    }

    public void Stopped(OpenCollection open)
    {
        if (open == _foreground)
        {
            _foreground = null;
            _foregroundInStop = true;
            EndBlocking(open.Generation);
        }
        else if (open == _background)
        {
            _background = null;
            _backgroundSweeps = false;
            // One that has not let the threads run since it started was announced as a background one and became a blocking one.
            if (!_backgroundResumed) EndBlocking(open.Generation);
            else if (!_survivors.IsEmpty) EndBackground();
        }
    }

    /// <summary>What died; null when the recording lists no survivors.</summary>
    /// <param name="siteOf">Names a place.</param>
    /// <param name="coverage">Gets what could not be followed.</param>
    public Gen2Deaths? Build(Func<AllocationPlace, AllocationSite> siteOf, CoverageBuilder coverage)
    {
        if (!_listed || _followed == 0) return null;
        if (_steps > Limits.FollowingSteps)
        {
            coverage.Add("The limit for following objects was reached, which no real recording does: later survival is unknown.");
        }

        if (_notJudged > 0)
        {
            coverage.Add(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"The survivor ranges of {_notJudged:N0} collections are missing or incomplete: "
                    + $"objects followed until then are dropped."));
        }

        var sites = new Dictionary<(string? Type, AllocationHeap Heap, string Stack), AllocationSite>();
        foreach (var (place, died) in _died.OrderByDescending(pair => pair.Value.Bytes))
        {
            var site = siteOf(place);
            var key = (site.Type, site.Heap, string.Join('\n', site.Stack));
            var known = sites.GetValueOrDefault(key) ?? site;
            sites[key] = known with { Bytes = known.Bytes + died.Bytes, Samples = known.Samples + died.Samples };
        }

        return new Gen2Deaths(
            [.. sites.Values.OrderByDescending(site => site.Bytes)], _followed, _promoted, _diedBytes, _lost, _judged, Basis);
    }

    private void Receive(ulong start, ulong length, ulong newStart)
    {
        var old = _old.Survive(start, length, newStart);
        var young = _young.Survive(start, length, newStart);
        _oldListed |= old > 0;
        _youngListed |= young > 0;
        _steps += 1 + old + young;
    }

    private void EndBlocking(int condemned)
    {
        _steps += _young.Count + _old.Count;
        _bounds.End();
        if (_survivors.IsEmpty || !_survivors.IsWhole)
        {
            _notJudged++;
            ForgetAll();
            return;
        }

        var gen2 = condemned >= FollowedObject.Old;
        if (gen2) _judged++;
        // The collector may move an old object back to a younger generation: then a younger collection lists it.
        if (gen2 || _oldListed) _old.Keep(followed => Survives(followed) || (gen2 ? Die(followed) : true));
        _young.Keep(followed => Survives(followed) ? StaysYoung(followed) : followed.Generation > condemned);
        EndList();
    }

    private bool StaysYoung(FollowedObject followed)
    {
        if (MayBeReplaced(followed, _backgroundSweeps)) return false;
        followed.InBackground = false;
        followed.Generation = _bounds.Find(followed.Address) ?? Math.Min(followed.Generation + 1, FollowedObject.Old);
        if (followed.Generation < FollowedObject.Old) return true;
        _promoted += followed.Bytes;
        _old.Add(followed);
        return false;
    }

    private void EndBackground()
    {
        _steps += _old.Count + _young.Count;
        if (!_survivors.IsWhole)
        {
            _notJudged++;
            ForgetAll();
            return;
        }

        _judged++;
        _old.PassOverReplaced();
        _old.Keep(followed => Survives(followed) || !followed.InBackground || Die(followed));
        var sweptYoung = _youngListed;
        _young.Keep(followed => KeepBeside(followed, sweptYoung));
        EndList();
    }

    private bool KeepBeside(FollowedObject followed, bool swept)
    {
        var listed = Survives(followed);
        return !swept || !followed.InBackground || (listed && !MayBeReplaced(followed, swept));
    }

    /// <summary>
    /// With regions (.NET 7 and later) a background collection sweeps the young generations in its second pause (dotnet/runtime,
    /// src/coreclr/gc/gc.cpp, background_ephemeral_sweep), and what it frees in gen0 is allocated again at once. So whether an
    /// object that was there then is still alive cannot be determined: it is no longer followed.
    /// </summary>
    private bool MayBeReplaced(FollowedObject followed, bool swept)
    {
        if (!swept || !followed.InBackground || followed.Generation > 0) return false;
        _lost += followed.Bytes;
        return true;
    }

    private void EndList()
    {
        _survivors.Clear();
        _oldListed = _youngListed = false;
    }

    private static bool Survives(FollowedObject followed)
    {
        if (followed.SurvivesAt is not { } address) return false;
        followed.Address = address;
        followed.SurvivesAt = null;
        return true;
    }

    /// <summary>Counts a death; false, as it is not to be followed any more.</summary>
    private bool Die(FollowedObject followed)
    {
        _diedBytes += followed.Bytes;
        ref var sum = ref CollectionsMarshal.GetValueRefOrAddDefault(_died, followed.Place, out _);
        sum = (sum.Bytes + followed.Bytes, sum.Samples + 1);
        return false;
    }

    private void ForgetAll()
    {
        FollowedObjects.Keeper lose = followed =>
        {
            _lost += followed.Bytes;
            return false;
        };
        _young.Keep(lose);
        _old.Keep(lose);
        EndList();
        _foreground = null;
    }
}
