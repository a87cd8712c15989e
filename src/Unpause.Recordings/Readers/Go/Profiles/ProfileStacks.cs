namespace Unpause.Recordings.Readers.Go.Profiles;

/// <summary>
/// The samples of a profile, summed up by call stack. Stacks share their inner functions: each is a chain of steps from the innermost
/// function outwards, so a million samples take a step or two each and no list.
/// </summary>
/// <param name="tables">What the samples refer to.</param>
internal sealed class ProfileStacks(ProfileTables tables)
{
    private const int Innermost = 0;

    private readonly Dictionary<long, int> _next = [];
    private readonly List<(int Before, int Name)> _steps = [(-1, -1)];
    private readonly List<long> _values = [];
    private readonly long[] _own = new long[Math.Max(1, tables.Types.Count)];
    private readonly int _types = tables.Types.Count;

    public long Samples { get; private set; }

    /// <summary>Samples that can't be read, or have fewer values than the profile has types.</summary>
    public long Damaged { get; private set; }

    /// <summary>Values below zero, which are left out.</summary>
    public long Negative { get; private set; }

    /// <summary>Samples whose stacks were no longer distinguished.</summary>
    public long Merged { get; private set; }

    /// <summary>About how much memory it takes.</summary>
    public long MemoryBytes => (_steps.Count * 48L) + (_values.Count * 8L);

    /// <summary>Takes all samples of a message.</summary>
    public void Read(ReadOnlySpan<byte> message)
    {
        Grow();
        for (var fields = new ProtobufFields(message); fields.MoveNext();)
        {
            if (fields.Number == 2) Take(fields.Bytes);
        }
    }

    /// <summary>
    /// The stacks with a value above zero of one type, the greatest first; what is beyond the limit is summed up as one without functions.
    /// </summary>
    /// <param name="type">Index of the type.</param>
    /// <param name="other">Index of a type that is read beside it; below zero for none.</param>
    public List<(IReadOnlyList<string> Stack, long Value, long Other)> GetLargest(int type, int other = -1)
    {
        var found = new List<(int Step, long Value)>();
        for (var step = 0; step < _steps.Count; step++)
        {
            if (ValueOf(step, type) is > 0 and var value) found.Add((step, value));
        }

        found.Sort((a, b) => a.Value != b.Value ? b.Value.CompareTo(a.Value) : a.Step.CompareTo(b.Step));
        var sites = found.Take(Limits.ProfileSites).Select(site => (StackOf(site.Step), site.Value, ValueOf(site.Step, other))).ToList();
        if (found.Count <= Limits.ProfileSites) return sites;
        var rest = found.Skip(Limits.ProfileSites).ToList();
        sites.Add(([], Total.Sum(rest, site => site.Value), Total.Sum(rest, site => ValueOf(site.Step, other))));
        return sites;
    }

    private long ValueOf(int step, int type) => type < 0 ? 0 : _values[(step * _types) + type];

    /// <summary>All values of a type, those of no function included.</summary>
    public long SumOf(int type)
    {
        var sum = Total.From(0);
        for (var step = 0; step < _steps.Count; step++) sum += ValueOf(step, type);
        return sum;
    }

    private IReadOnlyList<string> StackOf(int step)
    {
        var stack = new List<string>();
        for (var at = step; at != Innermost; at = _steps[at].Before) stack.Add(tables.Text(_steps[at].Name) ?? "unnamed code");
        stack.Reverse();
        return stack;
    }

    private void Take(ReadOnlySpan<byte> sample)
    {
        Samples++;
        var (step, depth, values) = (Innermost, 0, 0);
        var fields = new ProtobufFields(sample);
        while (fields.MoveNext())
        {
            if (fields.Number is not (1 or 2)) continue;
            var rest = fields.Bytes;
            var (value, more) = (fields.Value, true);
            if (fields.HasBytes) more = ProtobufFields.TryTakeVarint(ref rest, out value);
            while (more)
            {
                if (fields.Number == 1) step = Outwards(step, value, ref depth);
                else if (values < _types) _own[values++] = (long)value;
                more = ProtobufFields.TryTakeVarint(ref rest, out value);
            }
        }

        if (fields.Broken || values < _types)
        {
            Damaged++;
            return;
        }

        for (var type = 0; type < _types; type++)
        {
            ref var sum = ref CollectionsMarshal.AsSpan(_values)[(step * _types) + type];
            if (_own[type] < 0) Negative++;
            else sum = Total.From(sum) + _own[type];
        }
    }

    private int Outwards(int step, ulong location, ref int depth)
    {
        foreach (var name in tables.FramesAt(location))
        {
            if (depth++ >= Limits.StackFrames) break;
            var key = ((long)step << 32) | (uint)name;
            if (!_next.TryGetValue(key, out var next))
            {
                if (_steps.Count >= Limits.ProfileSteps)
                {
                    Merged++;
                    depth = Limits.StackFrames;
                    return step;
                }

                next = _steps.Count;
                _next.Add(key, next);
                _steps.Add((step, name));
                Grow();
            }

            step = next;
        }

        return step;
    }

    private void Grow()
    {
        while (_values.Count < _steps.Count * _types) _values.Add(0);
    }
}
