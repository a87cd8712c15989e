// Allocates as its first argument says, then prints what the runtime itself counted: the truth that the reader of
// .nettrace files is compared with. Usage: AllocatingProgram [wait] MODE ROUNDS [THREADS [OLD_OBJECTS]]
// With wait it says "ready", begins when it gets a line, and lives on until its input ends.
// AllocatingProgram meter MODE works without end and prints how fast.
// AllocatingProgram settings prints the collector's settings in force, as the runtime tells them, one name=value a line.
// AllocatingProgram load MODE ROUNDS works so much and prints for how much CPU time.
using AllocatingProgram;

if (args[0] == "meter") Meter.Run(args[1], Console.Out);

if (args[0] == "load")
{
    Meter.Run(args[1], int.Parse(args[2]), Console.Out);
    return;
}

if (args[0] == "settings")
{
    Given.Print(Console.Out);
    return;
}

Given.Apply();
var waits = args[0] == "wait";
if (waits)
{
    args = args[1..];
    Console.WriteLine("ready");
    Console.ReadLine();
}

var mode = args[0];
var rounds = int.Parse(args[1]);
var threads = args.Length > 2 ? int.Parse(args[2]) : 1;
var old = args.Length > 3 ? int.Parse(args[3]) : 100_000;
var workers = new Thread[threads];
for (var i = 0; i < threads; i++)
{
    workers[i] = new Thread(() => Workload.Run(mode, rounds, old));
    workers[i].Start();
}

foreach (var worker in workers) worker.Join();
Truth.Print(Console.Out);
if (waits) Console.In.ReadToEnd();
