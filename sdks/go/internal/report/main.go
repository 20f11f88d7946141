// Command report runs the module's tests one after another and ends with a line like "12 passed, 0 failed, 1 skipped".
// Tests and examples count; one that has subtests counts by them. The race detector is on where there is a C compiler.
//
//	go run ./internal/report
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// event is a line of go test -json.
type event struct {
	Action  string
	Package string
	Test    string
	Output  string
}

func main() {
	arguments := []string{"test", "-json", "-count=1", "-timeout=12m"}
	if canRace() {
		arguments = append(arguments, "-race")
	} else {
		fmt.Println("*** no C compiler: the race detector is NOT used ***")
	}
	tests := exec.Command("go", append(arguments, "./...")...)
	tests.Stderr = os.Stderr
	output, err := tests.StdoutPipe()
	if err == nil {
		err = tests.Start()
	}
	if err != nil {
		fmt.Println("the tests could not be started:", err)
		fmt.Println("0 passed, 1 failed, 0 skipped")
		os.Exit(1)
	}
	run := read(output)
	failed := tests.Wait() != nil
	passed, wrong, skipped := run.count()
	if failed && wrong == 0 {
		wrong = 1
	}
	fmt.Printf("%d passed, %d failed, %d skipped\n", passed, wrong, skipped)
	if wrong > 0 {
		os.Exit(1)
	}
}

// run is how each test ended, by package and name.
type run map[string]string

// read tells what failed or was skipped, with its output, and what the packages themselves say.
func read(output io.Reader) run {
	ended := run{}
	said := map[string]*bytes.Buffer{}
	lines := bufio.NewScanner(output)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			// what does not build is said in plain text
			fmt.Println(lines.Text())
			continue
		}
		name := e.Package + " " + e.Test
		switch e.Action {
		case "output", "build-output":
			if e.Test == "" {
				fmt.Print(e.Output)
				continue
			}
			if said[name] == nil {
				said[name] = &bytes.Buffer{}
			}
			said[name].WriteString(e.Output)
		case "pass", "fail", "skip":
			if e.Test == "" {
				continue
			}
			ended[name] = e.Action
			if e.Action != "pass" && said[name] != nil {
				fmt.Print(said[name])
			}
			delete(said, name)
		}
	}
	return ended
}

func (r run) count() (passed, failed, skipped int) {
	parents, failedParents := map[string]bool{}, map[string]bool{}
	for name, action := range r {
		for at := strings.LastIndexByte(name, '/'); at > strings.IndexByte(name, ' '); at = strings.LastIndexByte(name[:at], '/') {
			parents[name[:at]] = true
			failedParents[name[:at]] = failedParents[name[:at]] || action == "fail"
		}
	}
	for name, action := range r {
		switch {
		// a test that failed by itself, not by its subtests, counts too
		case action == "fail" && !failedParents[name]:
			failed++
		case parents[name]:
		case action == "pass":
			passed++
		case action == "skip":
			skipped++
		}
	}
	return passed, failed, skipped
}

func canRace() bool {
	said, err := exec.Command("go", "env", "CGO_ENABLED", "CC").Output()
	words := strings.Fields(string(said))
	if err != nil || len(words) < 2 || words[0] != "1" {
		return false
	}
	_, err = exec.LookPath(words[1])
	return err == nil
}
