using System.Diagnostics;

namespace Unpause.Fuzz;

/// <summary>Fuzzes one target: keeps what finds new edges, and writes down faults.</summary>
internal sealed class FuzzRun
{
    private const int TrimParts = 16, MostTrims = 48;

    private readonly FuzzTarget _target;
    private readonly FuzzFolder _folder;
    private readonly Random _random;
    private readonly OneRun _run;
    private IReadOnlyList<byte[]>? _dictionary;
    private readonly EdgeMap? _map;
    private readonly bool _later;
    private readonly Corpus _corpus = new();
    private readonly List<int> _taken = [];
    private readonly HashSet<string> _faults = new(StringComparer.Ordinal);

    /// <summary>Prepares it.</summary>
    /// <param name="target">The target.</param>
    /// <param name="folder">Where inputs and faults are kept.</param>
    /// <param name="seed">Of all chance.</param>
    /// <param name="guided">Whether the readers are instrumented.</param>
    /// <param name="later">Whether analysis and writers run too.</param>
    public FuzzRun(FuzzTarget target, FuzzFolder folder, int seed, bool guided, bool later = true)
    {
        (_target, _folder, _random) = (target, folder, new Random(seed));
        _run = new OneRun(target);
        _map = guided ? new EdgeMap() : null;
        _later = later;
    }

    /// <summary>Inputs that were read.</summary>
    public long Executions { get; private set; }

    /// <summary>How many of them were written down.</summary>
    public long Counted { get; set; }

    /// <summary>Edges that they took.</summary>
    public int Edges => _map?.Edges ?? 0;

    /// <summary>Inputs that are kept.</summary>
    public int Kept => _corpus.Count;

    /// <summary>Different faults.</summary>
    public int Faults => _faults.Count;

    /// <summary>Reads the inputs to start from; those that find nothing new are not kept.</summary>
    public void Seed(IEnumerable<byte[]> inputs, HangWatch watch)
    {
        _run.Watch = watch;
        foreach (var input in inputs) Try(input.Length <= FuzzLimits.InputBytes ? input : input[..FuzzLimits.InputBytes], isSeed: true);
    }

    /// <summary>Changes inputs until the time is over, or a number of them was read.</summary>
    public void Fuzz(TimeSpan time, HangWatch watch, long most = long.MaxValue)
    {
        _run.Watch = watch;
        var mutator = new Mutator(_random, _dictionary ??= Dictionary.Of(_corpus, _target.Words));
        var started = Stopwatch.StartNew();
        for (long done = 0; done < most && ((done & 15) != 0 || started.Elapsed < time); done++)
            Try(mutator.Change(_corpus.Choose(_random), _corpus.Choose(_random)), isSeed: false);
    }

    /// <summary>A small choice of the inputs that takes every edge.</summary>
    public IReadOnlyList<byte[]> Minimised() => _corpus.Minimised(FuzzLimits.KeptFiles, FuzzLimits.KeptBytes);

    private void Try(byte[] input, bool isSeed)
    {
        var isNew = Reads(input, out var fault);
        if (fault is not null) Report(fault, input);
        if (isNew && !isSeed && fault is null) input = Trimmed(input);
        if (_map is null) isNew = isSeed;
        // What analysis and writers do is guidance too, where they run.
        if (_later && fault is null && (isNew || Executions % FuzzLimits.LaterStagesEvery == 0) && _run.HasLaterStages)
        {
            _map?.Begin();
            if (_run.RunLaterStages(input) is { } later) Report(later, input);
            if (_map?.End(_taken) == true && !isNew)
            {
                _corpus.Add(input, _taken);
                _folder.Keep(_target, input);
            }
        }

        if (!isNew) return;
        _corpus.Add(input, _taken);
        _folder.Keep(_target, input);
    }

    private bool Reads(byte[] input, out Fault? fault)
    {
        Executions++;
        _map?.Begin();
        fault = _run.Read(input);
        return _map?.End(_taken) ?? false;
    }

    /// <summary>The input without the parts that change nothing of what the reader does.</summary>
    private byte[] Trimmed(byte[] input)
    {
        _map!.Begin();
        if (_run.Read(input) is not null) return input;
        var shape = _map.Shape();
        var trims = 0;
        for (var part = input.Length / 2; part >= Math.Max(1, input.Length / TrimParts) && trims < MostTrims; part /= 2)
        {
            for (var at = 0; at + part <= input.Length && trims < MostTrims; trims++)
            {
                var shorter = new byte[input.Length - part];
                input.AsSpan(0, at).CopyTo(shorter);
                input.AsSpan(at + part).CopyTo(shorter.AsSpan(at));
                Executions++;
                _map.Begin();
                if (_run.Read(shorter) is null && _map.Shape() == shape) input = shorter;
                else at += part;
            }
        }

        _map.Begin();
        _run.Read(input);
        _map.End(_taken);
        if (_taken.Count == 0) _map.List(_taken);
        return input;
    }

    private void Report(Fault fault, byte[] input)
    {
        if (_faults.Count == FuzzLimits.KeptFaults || !_faults.Add($"{fault.Kind} {fault.Place}")) return;
        Console.Error.WriteLine($"{_target.Name}: {fault.Kind} at {fault.Place}");
        _folder.KeepFault(_target, fault.Kind, fault.Text, input);
    }
}
